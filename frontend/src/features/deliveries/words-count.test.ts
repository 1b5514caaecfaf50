import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readCases } from '../../../testing/rule-cases'
import { countFile, countWords, isCountedHere } from './words-count'

describe('the number of words', () => {
  it.each(readCases<{ name: string; text: string; words: number }>('words.json'))(
    'of $name',
    ({ text, words }) => {
      expect(countWords(text)).toBe(words)
    },
  )
})

/** A Word file with this content of its document. */
const word = (body: string, part = 'word/document.xml') =>
  new File(
    [zipSync({ [part]: strToU8(`<w:document><w:body>${body}</w:body></w:document>`) }).slice()],
    'essay.docx',
  )

const textFile = (...parts: BlobPart[]) => new File(parts, 'essay.TXT')

describe('the words of a file', () => {
  it('are counted for text and Word files only', () => {
    const names = ['a.txt', 'a.DOCX', 'a.doc', 'a.pdf']
    expect(names.filter((name) => isCountedHere({ name }))).toEqual(['a.txt', 'a.DOCX'])
  })

  it.each<[string, File, number | null]>([
    ['UTF-8', textFile('été à la mer'), 4],
    ['UTF-16', textFile(new Uint8Array([0xff, 0xfe, 0x61, 0, 0x20, 0, 0x62, 0])), 2],
    ['an old encoding', textFile(new Uint8Array([0x61, 0x20, 0xe9, 0x74, 0xe9])), 2],
    [
      'Word, with runs that divide a word, paragraphs, tabs and line breaks',
      word(
        '<w:p><w:r><w:t xml:space="preserve">The ti</w:t></w:r><w:r><w:t>des</w:t></w:r></w:p>' +
          '<w:p><w:r><w:t>rise</w:t><w:tab/><w:t>and</w:t><w:br w:type="page"/><w:t>fall</w:t></w:r></w:p>',
      ),
      5,
    ],
    [
      'Word, without what was deleted, and without names of properties',
      word(
        '<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:delText>gone</w:delText><w:t>here</w:t></w:r></w:p>',
      ),
      1,
    ],
    [
      'Word, without the older form of a text box',
      word(
        '<mc:AlternateContent><mc:Choice><w:t>a box</w:t></mc:Choice><mc:Fallback><w:t>a box</w:t></mc:Fallback></mc:AlternateContent><w:t> b</w:t>',
      ),
      3,
    ],
    ['Word, with a second document', word('<w:t>one</w:t>', 'word/document2.xml'), 1],
    ['Word, with entities', word('<w:t>a &amp; b&#160;c&#x20;d &lt;</w:t>'), 4],
    ['Word, with an empty text', word('<w:p><w:r><w:t></w:t></w:r></w:p>'), 0],
    ['Word, without text', word('<w:p><w:r><w:drawing/></w:r></w:p>'), null],
    ['no document', word('<w:t>one</w:t>', 'other.xml'), null],
    ['not a ZIP file', new File(['one two'], 'essay.docx'), null],
  ])('are counted: %s', async (_, file, words) => {
    expect(await countFile(file)).toBe(words)
  })

  it('are counted quickly, even in a malformed document', async () => {
    expect(await countFile(word('<w:t '.repeat(1_000_000)))).toBeNull()
  }, 20_000)

  it('are not counted if the file unpacks beyond 64 MB', async () => {
    const spaced = (megabytes: number) => word(`<w:t>a${' '.repeat(megabytes * 1024 * 1024)}b</w:t>`)
    expect(await countFile(spaced(21))).toBe(2)
    expect(await countFile(spaced(64))).toBeNull()
  }, 20_000)

  it('are not counted in a file over 25 MB', async () => {
    const file = textFile('one two')
    Object.defineProperty(file, 'size', { value: 26_214_401 })
    expect(await countFile(file)).toBeNull()
  })
})
