import { MAX_FILE_BYTES } from '../../lib/validation/attachment'

/** The most that the text of a Word file may unpack to, in bytes: 64 MB, as for the server. */
const MAX_UNPACKED = 64 * 1024 * 1024

/** The part of a Word file that holds its text, usually "word/document.xml". */
const documentShape = /^word\/document\d*\.xml$/

const wordShape = /[\p{L}\p{Nd}]/u

/**
 * The number of words of a text: runs of characters without white space that
 * have at least one letter or digit. The server counts in the same way
 * (hooks/domain/testdata/words.json).
 */
export function countWords(text: string): number {
  let count = 0
  for (const [run] of text.matchAll(/\P{White_Space}+/gu)) if (wordShape.test(run)) count += 1
  return count
}

/** Whether the words of a file are counted in the browser. The server counts those of other files once they are delivered. */
export const isCountedHere = ({ name }: { name: string }) => /\.(txt|docx)$/i.test(name)

/** The number of words of a text or Word file; null if it cannot be read, or is too large. */
export async function countFile(file: File): Promise<number | null> {
  if (file.size > MAX_FILE_BYTES) return null
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const text = /\.docx$/i.test(file.name) ? await textOfWord(bytes) : decodeText(bytes)
    return text === null ? null : countWords(text)
  } catch {
    return null
  }
}

/** The text of a text file: UTF-8 or, with its mark, UTF-16; anything else is taken for Western European. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The text of a Word file, with a line for each paragraph; null if it has none or is too large. */
async function textOfWord(bytes: Uint8Array): Promise<string | null> {
  const { unzipSync } = await import('fflate')
  const [unpacked] = Object.values(
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => documentShape.test(name) && originalSize <= MAX_UNPACKED,
    }),
  )
  return unpacked ? textOfDocument(new TextDecoder().decode(unpacked)) : null
}

/**
 * Text, whatever separates words (the end of a paragraph, tabs and line breaks), and the ends of an
 * older form of what was read already. Deleted text has an element of its own. No part reaches
 * across a "<", so that no file takes long to read.
 */
const parts = /<w:t(?:\s[^<>]*)?>([^<]*)<\/w:t>|<\/w:p>|<w:(?:tab|br|cr)(?:\s[^<>]*)?\/>|<(\/?)mc:Fallback>/g

/** Null if no element holds text: then its words are elsewhere, such as in pictures. */
function textOfDocument(xml: string): string | null {
  let text = ''
  let hasText = false
  let isRepeated = false
  for (const [, run, end] of xml.matchAll(parts)) {
    if (end !== undefined) isRepeated = end === ''
    else if (!isRepeated) {
      hasText ||= run !== undefined
      text += run === undefined ? '\n' : decodeEntities(run)
    }
  }
  return hasText ? text : null
}

const entities: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Replaces the entities of XML. Unknown ones stay as they are. */
const decodeEntities = (text: string) =>
  text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (all, hex, decimal, name) => {
    if (name) return entities[name] ?? all
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
