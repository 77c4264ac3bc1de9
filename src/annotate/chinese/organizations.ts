import {
  GENERIC_ORGANIZATIONS,
  MINISTRY_WORDS,
  NATIONAL_ENDS,
  NATIONAL_WORDS,
  ORGANIZATION_ENDS,
  ORGANIZATIONS,
  PRIVATE_ENDS,
  SHORT_ORGANIZATION_ENDS,
} from '../../models/lexicon-zh.js'
import { CHINESE_NUMBER, type Found, type Line } from './line.js'

/** Words that a name of an organization has at most. */
const REACH = 9
const LISTED = 0.9
const BUILT = 0.7

/** Names of organizations: listed ones, and words before such an end as `银行` back to a place or another proper name. */
export function findOrganizations(line: Line): Found[] {
  const found: Found[] = []
  for (let at = 0; at < line.length; at++) {
    const organization = congress(line, at) ?? endingAt(line, at)
    if (organization === undefined) continue
    while (found.length > 0 && found[found.length - 1].to > organization.from) {
      const last = found[found.length - 1]
      if (last.from < organization.from) break
      found.pop()
    }
    const last = found[found.length - 1]
    if (last !== undefined && last.to > organization.from) continue
    found.push(organization)
  }
  return found
}

/** `第十二次全国代表大会`, with the party before it. */
function congress(line: Line, at: number): Found | undefined {
  const text = line.text(at)
  if (!text.endsWith('代表大会')) return undefined
  let from = at
  while (from > 0 && at - from < 4 && line.touches(from) && /^(?:全国|人民|第.*|.*[届次])$/.test(line.text(from - 1)))
    from--
  if (from === at || !/^第/.test(line.text(from))) return undefined
  if (line.touches(from) && isOrganization(line, from - 1)) {
    from = startOf(line, from - 1, false) ?? from - 1
  }
  return { from, to: at + 1, type: 'organization', confidence: BUILT }
}

function isOrganization(line: Line, at: number): boolean {
  const text = line.text(at)
  if (ORGANIZATIONS.has(text)) return true
  return line.tag(at) === 'nt' && text.length > 2 && !GENERIC_ORGANIZATIONS.has(text) && !text.endsWith('政府')
}

function endingAt(line: Line, at: number): Found | undefined {
  if (!line.isHan(at)) return undefined
  const text = line.text(at)
  if (isOrganization(line, at) || isMinistry(text)) {
    const extended = NATIONAL_ENDS.test(text) ? startOf(line, at, false) : undefined
    return { from: extended ?? at, to: at + 1, type: 'organization', confidence: LISTED }
  }
  const end = endOf(text)
  if (end === undefined || (line.tagged && /^[vdpr]$/.test(line.tag(at)))) return undefined
  const isWhole = text.length > end.length
  // `明珠大学` as one unknown word is a name of its own; `公司` needs words before it.
  const isCoinedWord = line.isUnknown(at) || line.tag(at) === 'nz'
  // A cutter without tags knows such words from its dictionary: `清华大学`.
  const isKnownWord = !line.tagged && PRIVATE_ENDS.has(end) && !GENERIC_ORGANIZATIONS.has(text)
  const own = isWhole && (isCoinedWord || isKnownWord) && text.length > end.length + 1
  const from = startOf(line, at, PRIVATE_ENDS.has(end)) ?? (own ? at : nameBefore(line, at, end))
  if (from === undefined) return undefined
  if (SHORT_ORGANIZATION_ENDS.has(end) && !isWhole && at - from < 1) return undefined
  return { from, to: at + 1, type: 'organization', confidence: BUILT }
}

/** `公安部`, `财政厅`: what a ministry does, and an end. */
function isMinistry(text: string): boolean {
  return text.length > 2 && /[部委局厅署]$/.test(text) && MINISTRY_WORDS.has(text.slice(0, -1))
}

function endOf(text: string): string | undefined {
  for (let length = Math.min(5, text.length); length > 0; length--) {
    const end = text.slice(-length)
    if (ORGANIZATION_ENDS.has(end)) return end
  }
  return undefined
}

/** The leftmost proper name that leads to the end without a break. */
function startOf(line: Line, end: number, isPrivate: boolean): number | undefined {
  let start: number | undefined
  for (let at = end - 1; at >= 0 && end - at <= REACH && line.touches(at + 1); at--) {
    if (isAnchor(line, at, isPrivate)) {
      // A country before a place or a proper name is a name of its own: `美国|匹兹堡大学`.
      const isOuter = isPrivate && start === at + 1 && line.isPlace(at) && isProper(line, start)
      if (isOuter) break
      start = at
    } else if (start === at + 1 && line.isUnknown(at) && line.isForeign(at)) start = at
    else if (!isModifier(line, at, start)) break
  }
  return start
}

function isProper(line: Line, at: number): boolean {
  return line.isPlace(at) || line.isUnknown(at) || /^n[rz]/.test(line.tag(at))
}

function isAnchor(line: Line, at: number, isPrivate: boolean): boolean {
  const text = line.text(at)
  if (line.isPlace(at) || NATIONAL_WORDS.has(text) || isOrganization(line, at)) return true
  if (CHINESE_NUMBER.test(text) && text.startsWith('第')) return !isPrivate
  if (!isPrivate) return false
  if (line.isFunctionWord(at)) return false
  return line.isUnknown(at) ? text.length > 1 : /^n[rz]/.test(line.tag(at)) && text.length > 1
}

const JOINERS = new Set(['和', '与', '及'])

function isModifier(line: Line, at: number, start: number | undefined): boolean {
  const text = line.text(at)
  if (JOINERS.has(text)) {
    // `北京大学 与 清华大学` are two; `工业 和 信息化 部` is one.
    const isName = at > 0 && (line.isPlace(at - 1) || isOrganization(line, at - 1) || isEnd(line.text(at - 1)))
    return start === undefined && at > 0 && !isName
  }
  return line.isContent(at) && !CHINESE_NUMBER.test(text) && (line.tagged || text.length > 1)
}

const isEnd = (text: string): boolean => endOf(text) !== undefined

/** Without a proper name: `远航 银行`, one or two words before a long end. */
function nameBefore(line: Line, at: number, end: string): number | undefined {
  if (line.text(at) !== end || SHORT_ORGANIZATION_ENDS.has(end) || !PRIVATE_ENDS.has(end)) return undefined
  let from = at
  while (
    from > 0 &&
    at - from < 3 &&
    line.touches(from) &&
    line.isContent(from - 1) &&
    line.text(from - 1).length < 4
  ) {
    if (line.tagged && !/^(?:n[a-z]*|x|j|b|nz|vn|l)$/.test(line.tag(from - 1))) break
    from--
  }
  if (from === at) return undefined
  for (let i = from; i < at; i++) if (isCoined(line, i)) return i
  return line.tagged ? undefined : from
}

/** A word that is rarely said before `公司` unless it is its name. */
function isCoined(line: Line, at: number): boolean {
  return line.isUnknown(at) || /^n[rz]/.test(line.tag(at))
}
