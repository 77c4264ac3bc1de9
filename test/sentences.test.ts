import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Span } from '../src/document/span.js'
import { isBlankUnit, trimSpan } from '../src/document/span.js'
import { findSentences } from '../src/structure/sentences.js'

/** Each text bears `|` where a sentence ends and another follows. */
const TABLE: Record<string, string[]> = {
  English: [
    'See tamber.example/a.b?c=d.| Then log in.',
    'It ran at 90 km/h.| Marta braked.',
    "'Dr. Halloran left.'| 'When?'",
    'Mr./Mrs. Varga signed.| Both did.',
    'Plan (b. Bergen) and AT&T.| Rivals fell.',
    'He cited 28 U.S.C. § 1331 in the brief.| The judge agreed.',
    'The case Brannock v. Harl Ltd. ended.| Appeals followed.',
    'At 10:30 p.m. EST the lights failed.| No one slept.',
    'I was born in 1990.| 12 years later I left.',
    'She chose plan B.| It failed.',
    '"We leave at dawn," said Mara.| "Pack light."',
    '“Are you sure?”| “Yes.”| “Good.”',
    'The rule is in Sec. 4.2.1.| Read it.',
    'They arrived at 5.30 a.m.| It was dark.',
    'P.S. Bring bread.| The shop is shut.',
    'The N.Y. Herald closed.| Few cared.',
    'Add 2 tbsp. of oil.| Stir.',
    'See Eq. (3) and Ref. [4].| Both hold.',
    'He said he was "done."| Then he left.',
    'The E. coli strain grew.| Samples froze.',
    'He lived in Washington, D.C.| The house stands.',
    'Fig. A shows this.| Fig. B does not.',
    'The answer is no.| We move on.',
    'He said, "I came.| I saw.| I left."',
    'What?| No!| Yes.',
    'Ada Finch, M.D., Ph.D., spoke.| We clapped.',
    'The S.S. Morwen sank.| All survived.',
    'He is 6 ft. 2 in. tall.| She is taller.',
    'Do you mean the "U.S."?| Yes.',
    'Ping 10.0.0.1.| It answers.',
    'The end.| (See the notes.)| Goodbye.',
    'She left [sic].| He stayed.',
    'Result: 5.| Next: 6.',
    'Do this: 1. Open it.| 2. Shut it.',
    'It rose to 40 C.| Nobody slept.',
    '“Stop!”| The guard raised his lamp.',
    '"Stop!" Captain Vale shouted.| He ran.',
    'Nets (rope, tar, etc.) are sold.| Cheap.',
    'Nets, rope, etc.; all cheap.| Buy.',
    'Visit the Univ. of Ostry.| It is old.',
    'It sank off Pt. Harrow.| No one drowned.',
    'He said so on TV.| Nobody cared.',
    'He met Dr.\nHalloran there.| They spoke.',
    'One line\r\nwraps here.|\r\nTwo.',
    'Dr.\u00a0Halloran came.| She sat.',
    'It was cold.|\u200b Then warm.',
    'He shouted " Go . "| She left.',
    'He trusts nobody, I.| She, J. Moss.',
    'A new sentence (with a bracket.| Unclosed.',
    'The tank held 5 gal. of oil.| It leaked.',
    'In London.|He met nobody in 1990.|Then he left.',
    'Search tamber.example/find?Q=Old!Map now.| Then go.',
    'Is "Who?" a question?| It is.',
    'He left. . .| She stayed.',
    'Mail to A.Lind@tamber.Example works.| Try it.',
    'Section 2.| Section 3.',
    'All rights reserved.| © 2031 Tamber Press.',
    'The harbour froze in March.| Nobody sailed.| The nets stayed dry.',
    'Dr. Halloran met Mrs. Oyelaran near St. Brannock on Tuesday.| They talked for hours.',
    'Prof. Lindqvist and Gen. Abara signed it.| The clerk filed it.',
    'The novel is by J. R. Pemberton.| It sold well.',
    'Letters from W. H. K. Dunmore survive.| They are in Latin.',
    'She moved to the U.S. in May.| He stayed behind.',
    'The U.S. Coast Survey mapped it.| The map is lost.',
    'He retired to the U.K.| His sister did not.',
    'They trade with the U.S.| The terms are old.',
    'She holds a Ph.D. in botany.| He holds none.',
    'Mara finished her Ph.D.| She then left Corvane.',
    'We open at 9 a.m. and close at 5 p.m. on weekdays.| Come early.',
    'The boat left at 6 p.m.| Everyone waved.',
    'The boat left at 6 p.m. Monday.| Everyone waved.',
    'Bring rope, nets, oil, etc. and a lamp.| Hurry.',
    'Bring rope, nets, oil, etc.| Hurry.',
    'Some fish, e.g. Arctic char, spawn here.| Others, i.e. eels, do not.',
    'It was Tollan vs. Brisk in the final.| Brisk won.',
    'Nurse Adeyo gave 250 mg.| The fever fell.',
    'The beam weighs 40 kg.| It broke twice.',
    'The wall is 6 ft. high.| The gate is 3 ft.| It is red.',
    'The lake is 22 m.| Divers avoid it.',
    'Pi is near 3.14 and e near 2.718.| Both are irrational.',
    'Install v2.10.4 before v3.0.| The rest follows.',
    'See https://docs.tamber.example/a.b?c=d.e for more.| Then return.',
    'Write to o.brandt@mail.tamber.example today.| Ask for Ona.',
    'Open notes.final.txt first.| Then run setup.sh twice.',
    'The site is tamber.example.| It loads slowly.',
    'He waited... and waited.| Nothing came.',
    'He waited...| Then the bell rang.',
    'Well… maybe not.| Perhaps tomorrow.',
    'So . . . that was it.| We left.',
    '"Go," she said.| "The tide turns."| He ran.',
    '"Why?" she asked.| Nobody knew.',
    '"Why?" Tamsin asked.| Nobody knew.',
    '"Is it far?" I asked.| He laughed.',
    'He shouted "Stop!" and fell.| The dog barked.',
    'She read "Who Goes There?" in one night.| It was short.',
    'He said “the ice is thin.”| We turned back.',
    "'It was cold.'| 'Very cold.'| They nodded.",
    'They sang (loudly!) for an hour.| Then it rained.',
    '(The mill had closed.)| The miller left.',
    'It closed early (see Fig. 3).| The staff went home.',
    'The firm (Acorva Inc.) was sold.| Its name was kept.',
    'She works at Belmont Corp.| He works at Castor Ltd.| They commute.',
    'Quillon Inc.| Shares fell sharply.',
    'Quillon Inc. Chairman of the board Ida Moss agreed.',
    'He joined Marlow & Sons Co. in 1911.| The shop burned down.',
    'Sammy Tullis Jr. sang first.| The crowd hummed.',
    'It was signed by Aldo Renn Sr.| The seal is his.',
    'No. 5 is mine.| The rest are yours.',
    'Take bus No. 12 to the pier.| Get off there.',
    'Did he agree?| No.| He laughed.',
    'See Fig. 4 and pp. 12–15 of Vol. II.| The table is wrong.',
    'Chapter IV begins here.| Part V ends it.',
    'Born on Jan. 5, 1931, in Ostry.| He died in Feb. 1990.',
    'They met in Sept.| The leaves were red.',
    'Really?!| Yes, really!!| Good.',
    'Wait, what??| No idea.',
    'He came home.|Then he left for shop.tamber.example at once.|Nobody saw!|Really?|Yes.',
    '“The end.”|“Not yet,” he said.',
    'Yahoo! shares rose.| Traders cheered.',
    'It works.| then it stops.',
    'He was born c. 1640 in Brill.| Little is known.',
    'As Rowe et al. (2011) show, it melts.| Others disagree.',
    'Rowe et al. argue so.| They are few.',
    'The reign of Otto III.| He died young.',
    'It ended World War I.| In 1919 peace came.',
    'Use vitamin C.| It helps.',
    'He lived in the 1780s.| Hasse was rich.',
    'That is Bram’s.| This is Ada’s.',
    'The temperature was 21.5 °C.| The air was dry.',
    'Growth was 4.2%.| Prices fell.',
    'The ruling stood.[4][5]| The appeal failed.',
    'It was a triumph! 🎉| We drank tea.',
    'Stay safe 🙂.| See you soon.',
    'He asked: who pays?| No one answered.',
    'The .NET build failed.| A fix is coming.',
    'Call +44 20 7946 0000 ext. 12 today.| Ask for Ida.',
    'The score was 3:2.| The fans left.',
    'He lives at 12 Harbour St.| It is narrow.',
    'He lives at 12 Harbour St. in Ostry.| It is narrow.',
    'We use Node.js and Vue.js.| Both are fast.',
    'The D.C. office closed.| Staff moved on.',
    'Her degree is a B.Sc. from Ostry.| His is an M.A. from Brill.',
    'Lt. Col. Ravn and Sgt. Bohm survived.| Maj. Oduya did not.',
    'The hull was soft\nand the mast\nwas gone.| We swam.',
    'The first part ends here|\n\nthe second has no capital.',
    'A title without a stop|\n\nThe text below it.',
    'Items:|\n1. Boats|\n2. Nets|\n3. Ropes',
    'We need|\n- rope|\n- tar and\n  oakum|\n- nails',
    '1. Open the lid.| 2. Pour the oil.| 3. Close it.',
    'a) the first point|\nb) the second point',
    'Choose one:|\nA. The old road.|\nB. The new road.',
    'IV. Results of the survey',
    'The poem is by Samuel\nT. Corrigan of Ostry.| It rhymes.',
    'It rained on the 3rd.| On the 4th it did not.',
    'Is it over?—asked Ada.| It was not.',
    'The rule (b) holds.| Rule (c) fails.',
    'Sales fell in Q3.| Profits rose.',
    'The file is at C:\\data\\Old.Logs\\x.txt here.| Delete it.',
    'Use Math.Floor and String.Format only.| Nothing else compiles.',
    'Mr. and Mrs. Varga came.| So did Ms. Ito.',
    'It costs approx. 40 crowns.| That is cheap.',
    'Sir Arthur C. Dole wrote it.| He denied this.',
  ],
  Chinese: [
    '他问：“谁？”|没人回答。',
    '“走吧。”|老人站了起来。',
    '今天是星期一。|（周一）明天是星期二。',
    '1．第一项。|2．第二项。',
    '图3.2显示结果。|很好。',
    '（一）总则|\n（二）附则',
    '她说：“我累了。|我想回家。”|门开了。',
    '你好。| 再见。',
    '春雪初融。|河水上涨。|渡口关了。',
    '你看见那只船了吗？|没有！|它昨夜走了。',
    '老师说：“明天放假。”|大家都笑了。',
    '“好的。”他说。|我们出发。',
    '“真的吗？”她问道。|没人回答。',
    '天黑了。|“快走！”|他们跑起来。',
    '价格是3.14元。|版本是v1.2.3。|请更新。',
    '他（昨天刚到。）很累。|我们让他休息。',
    '（全文完。）|谢谢阅读。',
    '太好了！！！|真的？！|当然。',
    '我不知道……也许吧。|再说。',
    '请访问 https://tamber.example/a.b。|然后登录。',
    '甲公司与乙公司签约。|\n丙公司退出。',
    '第一步：|\n1. 打开盖子。|\n2. 倒入油。',
    '一、总则|\n二、附则',
    '他说，先走吧；我说，再等等。|雨停了。',
    '「今天休息。」|阿姨关了店。',
    '温度达到40℃。|风很大。',
    '《海边的灯》是他的书。|请看。',
    '他来了!|你呢?|我在家.|好吧。',
    '会议于2021年3月5日召开。|出席者共12人。',
  ],
  Japanese: [
    '「え？」|「うん。」',
    '彼女は言った。|「もう遅い。」|そして去った。',
    '「もう遅い」と言った。|誰も動かない。',
    '行くの？|　うん、行く。',
    'え〜！？|本当？|うん！',
    '雪が降った。|道が凍った。|誰も来ない。',
    '「はい。」と彼は答えた。|私は頷いた。',
    '「どこへ行くの？」|母は聞いた。',
    '本当ですか？|本当です！|よかった。',
    '値は3.5である．|次に図２を見る．|以上。',
    '円周率は３．１４である。|覚えよう。',
    '彼は「行くぞ！」って叫んだ。|皆が走った。',
    'バージョン2.0.1を使う。|古い版は消す。',
    'そうか……。|残念だ。',
    '（注意。）|火は使わない。',
  ],
  Hindi: [
    'राम ने पूछा, "क्यों?"| कोई नहीं बोला।',
    'श्लोक यह है॥| अर्थ सरल है।',
    'नाव चली गई।|नदी शांत थी।|कोई नहीं बोला।',
    'क्या तुम आओगे?| हाँ, मैं आऊँगा।| ठीक है।',
    'डॉ. मेहरा आज आए।| वे कल जाएँगे।',
    'उसने कहा, "रुको।"| सब रुक गए।',
    'ए. के. वर्मा ने लिखा।| किताब बिकी।',
    'मूल्य 3.5 रुपये है।| यह सस्ता है।',
    'वह घर गया है.| फिर सो गया.',
  ],
  Arabic: [
    'قال: "لا تذهب."| ثم رحل.',
    'او رفت.| من ماندم.',
    'هل انتهى؟!| لا.',
    'غادر القارب الميناء.| لم يره أحد.',
    'هل وصلت الرسالة؟| نعم، وصلت أمس.| شكرا.',
    'قابل د. سليم المدير اليوم.| تحدثا طويلا.',
    'السعر 3.5 دينار.| هذا رخيص!| اشتريته.',
    'قالت: «سنعود غدا.»| ثم رحلت.',
    'یہ کشتی ہے۔| وہ ندی ہے۔',
    'كتبَ الولدُ الرسالةَ؛ ثمّ نام.| هل نام؟|نعم.',
  ],
  German: [
    'Am 24.12.2001 war es kalt.| Am 25. war es warm.',
    'Kaiser Karl V. regierte lange.| Er starb in Brill.',
    'Das Amt (Abt. 3) ist zu.| Komm morgen.',
    'Das Schiff sank am 3. Oktober 1887.| Niemand ertrank.',
    'Im 19. Jahrhundert war der Ort reich.| Heute ist er leer.',
    'Sie mag Obst, z. B. Birnen, sehr.| Er nicht.',
    'Sie mag Obst, z.B. Birnen, sehr.| Er nicht.',
    'Dr. Kessel und Prof. Brandl kamen.| Es regnete.',
    '„Ich komme.“| Er ging trotzdem.',
    '»Komm her!«| Der Hund blieb.',
    'Er kaufte Seile, Netze usw. und fuhr heim.| Es war spät.',
    'Das gilt nur hier, d. h. im Hafen.| Sonst nicht.',
    'Siehe Abb. 4 auf S. 12.| Dort steht es.',
  ],
  French: [
    'Il est né en 80 av. J.-C. à Ostry.| Il écrivait.',
    'M. Le Goff arriva.| Il pleuvait.',
    '« Pourquoi ? » demanda-t-il.| Rien.',
    'Mme Delorme est venue.| M. Vasseur dormait.',
    'Il demanda : « Pourquoi ? » et sortit.| Personne ne répondit.',
    '« Je reste. »| Elle ferma la porte.',
    'Vraiment ?| Oui !| Très bien.',
    'Le bateau coûte 3,5 M€.| Il est vieux.',
    'Voir p. 12 et art. 5 du code.| C’est clair.',
  ],
  Spanish: [
    '¿Dónde está el barco?| ¡Se fue!| Nadie lo vio.',
    'El Sr. Ibarra y la Sra. Pons llegaron.| Llovía.',
    'Vive en EE. UU. desde 1990.| Le gusta.',
    'Mide 3.5 m.| Es alto.',
    'Ud. debe firmar aquí.| Gracias.',
  ],
  mixed: [
    'הסירה יצאה.| איש לא ראה.',
    'Он жил в г. Тамбер.| В 1990 г. он уехал.',
    'Il sig. Rossi arrivò.| Pioveva.',
    '그는 "출발합시다."라고 말했다.| 모두 떠났다.',
    'သင်္ဘော ထွက်သွားသည်။| လူများ ပြန်သည်။',
    'เรือออกแล้ว คนกลับบ้าน',
    'Dhr. Jansen en mevr. de Wit kwamen.| Het regende.',
    'नाव Inc. की है।| The boat sank.| अच्छा।',
    'The sign read 出口。|We followed it.| 门关着。|Nobody spoke.',
    '他用 Node.js 写代码。|It works well.| 很快。',
    'OK。|Let us go!|走吧。',
    'Мы пришли домой.| Было темно.| Проф. Орлов спал.',
    'Ήταν αργά.| Κανείς δεν μίλησε.',
    '배가 떠났다.| 아무도 없었다.| 정말?',
    'Նավը գնաց։| Ոչ ոք չտեսավ։',
    'ጀልባው ሄደ።| ማንም አላየም።',
  ],
}

/** Rows that the rules get wrong today: the share below counts them. */
const MISSED = [
  'Thanks, Dr.| You helped.',
  'Ludwig XIV. Regent von Brill, starb.',
  'Они продают рыбу, соль и т. д.| Потом идут домой.',
  'Prices rose, e.g.| The miller wept.',
  'She left for London.|Mara stayed.',
  'The call to util.Logger fails.| Retry.',
]

const ROWS = Object.entries(TABLE).flatMap(([language, rows]) => rows.map((row) => [language, row] as const))

/** The text with `|` at the end of each sentence but the last. */
function marked(text: string, sentences: readonly Span[]): string {
  let result = ''
  let at = 0
  for (const sentence of sentences.slice(0, -1)) {
    result += `${text.slice(at, sentence.end)}|`
    at = sentence.end
  }
  return result + text.slice(at)
}

const all = (text: string) => findSentences(text, 0, text.length)
const found = (row: string) => marked(row.replaceAll('|', ''), all(row.replaceAll('|', '')))

describe('tricky sentence ends', () => {
  it.each(ROWS)('%s: %s', (_, row) => {
    expect(found(row)).toBe(row)
  })

  it('are right on at least 95 % of the table, known misses counted', () => {
    const rows = [...ROWS.map(([, row]) => row), ...MISSED]
    const right = rows.filter((row) => found(row) === row).length
    expect(rows.length).toBeGreaterThanOrEqual(120)
    expect(right / rows.length).toBeGreaterThanOrEqual(0.95)
  })

  it.fails.each(MISSED)('known miss: %s', (row) => {
    expect(found(row)).toBe(row)
  })
})

describe('the range', () => {
  it('gives nothing for an empty or blank range', () => {
    expect(all('')).toEqual([])
    expect(all(' \n\t\u3000\u200b')).toEqual([])
    expect(findSentences('One. Two.', 4, 5)).toEqual([])
    expect(findSentences('One.', 2, 2)).toEqual([])
  })

  it('is not left, on either side', () => {
    const text = 'Meet Dr. Halloran. He sails.'
    expect(findSentences(text, 9, 18)).toEqual([{ start: 9, end: 18 }])
    expect(findSentences(text, 5, text.length)).toEqual([
      { start: 5, end: 18 },
      { start: 19, end: 28 },
    ])
  })

  it('may be one long stretch without a stop', () => {
    expect(all('reed '.repeat(200_000))).toEqual([{ start: 0, end: 999_999 }])
  })
})

const PARTS = [
  ...[
    'a',
    'B',
    'Then ',
    'no',
    'Dr',
    'U.S',
    'e.g',
    'it',
    '3',
    '12',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\r\n',
    '\u00a0',
    '\u3000',
    '\u200b',
    '\t',
  ],
  ...[
    '.',
    '. ',
    '...',
    '…',
    '!',
    '? ',
    '?!',
    '"',
    "'",
    '“',
    '”',
    '(',
    ')',
    '[1]',
    '»',
    '« ',
    ', ',
    ';',
    ':',
    '-',
    '- ',
    '—',
    '1. ',
    'a) ',
  ],
  ...[
    '中',
    '文',
    '。',
    '！',
    '」',
    '「',
    '”',
    '，',
    '．',
    'と',
    '说',
    'の',
    'क',
    'है',
    '।',
    '؟',
    'نعم',
    '가',
    'é',
    'Й',
    'e\u0301',
    '\u0301',
  ],
  ...['😀', '👩‍👩‍👧', '🇩🇪', '\ud800', '\udc00', '/', '@', 'x.y', '\u2028', '\u2029', '\0'],
]
const texts = fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join(''))
const SETTINGS = { seed: 20_260_101, numRuns: 1000 }

/** What is wrong with the sentences, or nothing. */
function fault(text: string, sentences: readonly Span[]): string {
  let at = 0
  for (const sentence of [...sentences, { start: text.length, end: text.length + 1 }]) {
    if (sentence.start < at || sentence.end <= sentence.start) return `order at ${sentence.start}`
    for (let gap = at; gap < sentence.start; gap++) {
      if (!isBlankUnit(text.charCodeAt(gap))) return `not covered: ${gap}`
    }
    at = sentence.end
  }
  const untrimmed = sentences.find((sentence) => {
    const trimmed = trimSpan(text, sentence)
    return trimmed.start !== sentence.start || trimmed.end !== sentence.end
  })
  return untrimmed === undefined ? '' : `not trimmed: ${untrimmed.start}`
}

describe('any text', () => {
  it('is covered by sorted, disjoint, trimmed sentences', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(fault(text, all(text))).toBe('')
      }),
      SETTINGS,
    )
  })

  it('gives the same sentences inside a longer text', () => {
    fc.assert(
      fc.property(texts, texts, texts, (before, text, after) => {
        const moved = all(text).map(({ start, end }) => ({ start: start + before.length, end: end + before.length }))
        expect(findSentences(before + text + after, before.length, before.length + text.length)).toEqual(moved)
      }),
      SETTINGS,
    )
  })

  it('is never cut inside a word, a number or a surrogate pair', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const torn = all(text).filter(({ end }) => {
          const before = text.slice(Math.max(0, end - 2), end)
          const after = text.slice(end, end + 2)
          return (
            (/[\p{L}\p{Nd}]$/u.test(before) && /^[\p{Ll}\p{Nd}]/u.test(after)) ||
            (/[\ud800-\udbff]$/.test(before) && /^[\udc00-\udfff]/.test(after))
          )
        })
        expect(torn).toEqual([])
      }),
      SETTINGS,
    )
  })
})

describe('time', () => {
  const HOSTILE: [string, string][] = [
    ['letters', 'a'],
    ['Chinese characters', '中'],
    ['stops', '.'],
    ['stops between blanks', '. '],
    ['straight quotes', '"'],
    ['stops and quotes', 'a."'],
    ['lines of dashes', '--\n'],
    ['bullets', '- \n'],
    ['open brackets', '('],
    ['stops before brackets', 'a.) '],
    ['exclaimed brackets', 'A!) Bo '],
    ['glued capitals', 'ab.Ab'],
    ['glued questions', 'ab?Ab'],
    ['initials', 'J. '],
    ['numbers', '1. '],
    ['blanks', ' '],
    ['line breaks', '\r\n'],
    ['references', '[1]'],
    ['marks', '\u0301'],
    ['quoted Chinese', '中。”'],
    ['emoji', '!😀'],
    ['Cyrillic', 'Й. йй '],
  ]

  function best(text: string): number {
    let least = Number.POSITIVE_INFINITY
    for (let run = 0; run < 3; run++) {
      const before = process.cpuUsage()
      all(text)
      least = Math.min(least, process.cpuUsage(before).user / 1000)
    }
    return least
  }

  // Ten times the text would take a hundred times as long if anything were quadratic.
  it.each(HOSTILE)('grows with length and no faster: %s', (_, unit) => {
    const small = unit.repeat(Math.ceil(20_000 / unit.length))
    const large = unit.repeat(Math.ceil(200_000 / unit.length))
    all(small)
    expect(best(large)).toBeLessThan(40 * Math.max(best(small), 5))
  })
})
