import { describe, expect, it } from 'vitest'
import { jiebaLoader, loadJieba } from '../src/annotate/chinese/jieba.js'
import { findChinese, findChineseNames, findChineseWith, WITHOUT_JIEBA } from '../src/annotate/chinese/names.js'
import { detectLanguage } from '../src/annotate/language.js'
import { finishMentions } from '../src/annotate/mentions/finish.js'
import { wordsOf } from '../src/annotate/words.js'
import { createDocument } from '../src/index.js'

async function names(text: string): Promise<string[]> {
  const document = createDocument(text)
  const drafts = await findChineseWith(await loadJieba(), text, wordsOf(document))
  return finishMentions(document, drafts).mentions.map(({ start, end, type }) => `${text.slice(start, end)}/${type}`)
}

describe('Chinese names with jieba', () => {
  it.each([
    ['记者周晓岚在杭州报道。', ['周晓岚/person', '杭州/location']],
    ['林主席会见了代表。', ['林/person']],
    ['埃琳娜·布兰特访问了广州。', ['埃琳娜·布兰特/person', '广州/location']],
    ['双方讨论了中俄关系。', ['中/location', '俄/location']],
    ['代表团昨天抵京。', ['京/location']],
    ['中国政府表示支持。', ['中国/location']],
    ['他在葡萄牙国防部工作。', ['葡萄牙国防部/organization']],
    ['美国匹兹堡大学发布了报告。', ['美国/location', '匹兹堡大学/organization']],
    ['他写了《海上的灯》一书。', ['海上的灯/misc']],
    ['这座城市的治安和高原的阳光都很好。', []],
    ['我才明白，他满怀热情。', []],
  ])('%s', async (text, expected) => {
    expect(await names(text)).toEqual(expected)
  })

  it.each([
    ['善款全部捐献给奈史密斯基金会。', ['奈史密斯基金会/organization']],
    ['原告未因携程商务公司履行合同。', []],
    ['他把张伟送到医院。', ['张伟/person']],
    ['学生一拨一拨地往医院奔。', []],
    ['该项目由北京大学与清华大学承担。', ['北京大学/organization', '清华大学/organization']],
    ['会议由张伟明主持，由王小明记录。', ['张伟明/person', '王小明/person']],
  ])('a preposition is no part of a name: %s', async (text, expected) => {
    expect(await names(text)).toEqual(expected)
  })

  it('finds a name again where nothing around it speaks for it', async () => {
    const text = '记者周潇岚报道。大家都喜欢周潇岚写的书。'
    expect((await names(text)).filter((name) => name === '周潇岚/person')).toHaveLength(2)
  })
})

describe('without the package', () => {
  const missing = () => jiebaLoader(() => Promise.reject(new Error('Cannot find package')))
  const text = '记者周晓岚在杭州报道，远航银行昨天收购了该公司的全部股份。'

  it('says what to install', async () => {
    await expect(missing()()).rejects.toMatchObject({ code: 'missing-package', message: /npm install @node-rs\/jieba/ })
  })

  it('reads by the rules, with a note', async () => {
    const document = createDocument(text)
    const words = wordsOf(document)
    const { mentions, notes } = await findChineseNames(document, words, undefined, missing())
    expect(notes).toEqual([WITHOUT_JIEBA])
    expect(mentions).toEqual(findChinese(text, words))
    expect(mentions.length).toBeGreaterThan(1)
  })

  it.each(['The sign said 北京 in red.', 'No such text.'])('has no note on %s', async (other) => {
    const document = createDocument(other)
    expect((await findChineseNames(document, wordsOf(document), undefined, missing())).notes).toEqual([])
  })

  it('looks for the package once, and lets other errors through', async () => {
    let calls = 0
    const load = jiebaLoader(() => {
      calls++
      return Promise.reject(new Error('no'))
    })
    await expect(load()).rejects.toThrow()
    await expect(load()).rejects.toThrow()
    expect(calls).toBe(1)
    const document = createDocument(text)
    const broken = () => Promise.reject(new Error('dictionary damaged'))
    await expect(findChineseNames(document, wordsOf(document), undefined, broken)).rejects.toThrow('dictionary damaged')
  })
})

describe('prepositions by the rules alone', () => {
  it.each([
    ['该项目由北京大学与清华大学承担。', ['北京大学', '清华大学']],
    ['比如民生银行在积分兑换。', ['民生银行']],
    ['盖蒂信托就是盖蒂基金。', ['盖蒂信托', '盖蒂基金']],
    ['学生往医院奔。', []],
    ['把投资重点放在航空工业。', []],
  ])('%s', (text, expected) => {
    const document = createDocument(text)
    const { mentions } = finishMentions(document, findChinese(text, wordsOf(document)))
    expect(mentions.map(({ start, end }) => text.slice(start, end))).toEqual(expected)
  })
})

describe('hostile Chinese text', () => {
  const prose = '记者周晓岚在杭州报道，远航银行昨天收购了该公司的全部股份。'
  const cost = async (text: string, tagged: boolean) => {
    const document = createDocument(text, {
      mediaType: 'text/plain',
      sentences: () => [{ start: 0, end: text.length }],
    })
    const words = wordsOf(document)
    const before = process.cpuUsage()
    const drafts = tagged ? await findChineseWith(await loadJieba(), text, words) : findChinese(text, words)
    const { user, system } = process.cpuUsage(before)
    for (const { start, end } of drafts) if (!(start >= 0 && start < end && end <= text.length)) throw new Error('span')
    return (user + system) / 1000
  }

  it.each([
    ['one character', '王'],
    ['surnames', '王李'],
    ['numbers', '一二三'],
    ['places', '中国北京'],
    ['ends of organizations', '大学公司'],
    ['dots', '卡·'],
    ['characters beyond U+FFFF', '𠀀𠀁'],
    ['title marks', '《书'],
  ])('takes no more than 20 times the time of prose on %s', async (_name, unit) => {
    for (const tagged of [true, false]) {
      await cost(prose.repeat(100), tagged)
      const usual = await cost(prose.repeat(Math.ceil(60_000 / prose.length)), tagged)
      expect(await cost(unit.repeat(Math.ceil(60_000 / unit.length)), tagged)).toBeLessThan(20 * usual + 200)
    }
  })
})

describe('the language of a text by its scripts', () => {
  it.each([
    ['', 'und'],
    ['12, 34!', 'und'],
    ['The harbour was closed.', 'und-Latn'],
    ['港口昨天关闭。', 'zh'],
    ['港口昨天使用 Norvik 系统关闭。', 'zh'],
    ['港は昨日閉まりました。', 'ja'],
    ['항구가 닫혔다.', 'ko'],
    ['Порт был закрыт.', 'ru'],
    ['أغلق الميناء.', 'ar'],
    ['बंदरगाह बंद था।', 'hi'],
  ])('%j is %s', (text, language) => {
    expect(detectLanguage(text).language).toBe(language)
  })

  it('reads a bounded part of a long text', () => {
    const { scripts } = detectLanguage('中'.repeat(1_000_000))
    expect(scripts.han).toBeGreaterThan(10_000)
    expect(scripts.han).toBeLessThan(40_000)
  })

  it('keeps the rules for Chinese names off Japanese', async () => {
    expect(await names('山本さんは東京で会議に出席しました。')).toEqual([])
  })
})
