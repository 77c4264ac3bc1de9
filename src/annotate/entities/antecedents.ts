import type { EntityId, EntityType } from '../../document/document.js'

/** Sentences that a pronoun or a definite noun looks back, its own left out. */
const REACH = 3
/** So many names are kept in mind, so that time stays linear where a sentence has no end. */
const MOST = 24

/** What a pronoun or a definite noun may stand for. */
export interface Candidate {
  readonly entity: EntityId
  readonly type: EntityType
  /** The sentence that named it last, by a name or an anaphor. */
  readonly sentence: number
  /** Whether it came first in that sentence, before any verb. */
  readonly isSubject: boolean
}

/** The entities named in the last sentences of a block, each once, the last named last. */
export class Antecedents {
  private recent: Candidate[] = []
  /** The sentence whose first verb was seen. */
  private verbOf = -1

  forget(): void {
    this.recent = []
  }

  sawVerb(sentence: number): void {
    this.verbOf = sentence
  }

  add(entity: EntityId, type: EntityType, sentence: number): void {
    const before = this.recent.filter((other) => other.sentence === sentence)
    const isSubject =
      (before.length === 0 && this.verbOf !== sentence) ||
      before.some((other) => other.entity === entity && other.isSubject)
    const others = this.inReach(sentence).filter((other) => other.entity !== entity)
    this.recent = [...others.slice(-MOST), { entity, type, sentence, isSubject }]
  }

  inReach(sentence: number): Candidate[] {
    return this.recent.filter((candidate) => sentence - candidate.sentence <= REACH)
  }

  /** What fits: in the same sentence the subject, else the nearest; else the nearest subject before, else the nearest. */
  choose(sentence: number, fits: (candidate: Candidate) => boolean): Candidate | undefined {
    const fitting = this.inReach(sentence).filter(fits)
    const here = fitting.filter((candidate) => candidate.sentence === sentence)
    const near = here.length > 0 ? here : fitting
    return near.findLast(({ isSubject }) => isSubject) ?? near[near.length - 1]
  }
}
