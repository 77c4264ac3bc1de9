import type { PredicateLabels } from 'graph-chunker/evaluate'

/**
 * Our predicates → the labels of CoNLL04 (words) and of Re-DocRED (properties of Wikidata). CoNLL04 has no label for birth
 * and marks it, like the
 * office of a mayor or a premier, as residence; it marks members as employed.
 */
export const RELATION_LABELS: Readonly<Record<string, PredicateLabels>> = {
  works_for: { same: ['Work_For', 'P108', 'P241'] },
  leads: { same: ['Work_For'], inverse: ['P6', 'P35', 'P488'], also: ['Live_In', 'P108'] },
  member_of: { same: ['P463', 'P54', 'P102'], also: ['Work_For', 'P108', 'P241', 'P361', 'P527'] },
  located_in: {
    same: ['Located_In', 'OrgBased_In', 'P131', 'P17', 'P159', 'P30', 'P706'],
    inverse: ['P150'],
    also: ['P276', 'P206', 'P740'],
  },
  lives_in: { same: ['Live_In', 'P551'] },
  born_in: { same: ['P19'], also: ['Live_In'] },
  died_in: { same: ['P20'] },
  comes_from: { same: ['P27', 'P495'], also: ['Live_In', 'P17'] },
  born_on: { same: ['P569'] },
  died_on: { same: ['P570'] },
  founded_on: { same: ['P571'] },
  released_on: { same: ['P577'] },
  published_on: { same: ['P577'] },
  killed: { same: ['Kill'] },
  founded_by: { same: ['P112'] },
  author_of: { inverse: ['P50', 'P58', 'P676'], also: ['P800', 'P170', 'P86'] },
  created: { inverse: ['P170', 'P86', 'P178'], also: ['P800', 'P50', 'P57', 'P58', 'P175'] },
  directed: { inverse: ['P57'], also: ['P800'] },
  produced: { inverse: ['P162', 'P176', 'P272'] },
  performed_by: { same: ['P175'], also: ['P800'] },
  released_by: { same: ['P264'], also: ['P123'] },
  published_by: { same: ['P123'] },
  plays_in: { inverse: ['P161'], also: ['P1441', 'P674'] },
  spouse: { same: ['P26'], inverse: ['P26'] },
  child_of: { same: ['P22', 'P25'], inverse: ['P40'] },
  parent_of: { same: ['P40'], inverse: ['P22', 'P25'] },
  sibling: { same: ['P3373'], inverse: ['P3373'] },
  part_of: { same: ['P361', 'P749'], inverse: ['P527', 'P355'], also: ['P131', 'P150', 'P463'] },
  owns: { same: ['P355'], inverse: ['P127', 'P749'] },
  capital_of: { same: ['P1376'], inverse: ['P36'] },
  educated_at: { same: ['P69'] },
  succeeded: { same: ['P155', 'P1365'], inverse: ['P156', 'P1366'] },
}
