import { diffLines, diffWords } from 'diff'
import { countWords } from './words-count'

/** Longer texts are compared by lines, in words. */
const MOST_WORDS = 20_000

/** How long one attempt to compare may take, in milliseconds, because the page cannot respond meanwhile. */
const TIME_LIMIT = 800

/** Unchanged text of more words than this is folded. */
const LONG_STRETCH = 80

/** How many unchanged words stay visible beside a change. */
const CONTEXT = 25

/** A piece of the later text, or a piece of the earlier one that was removed. */
export type Piece = { kind: 'same' | 'folded' | 'added' | 'removed'; text: string; words: number }

export type TextChanges = { byLines: boolean; added: number; removed: number; pieces: Piece[] }

const piece = (kind: Piece['kind'], text: string): Piece => ({ kind, text, words: countWords(text) })

const isLong = (text: string) => countWords(text) > MOST_WORDS

/** What changed between two texts, word by word or, if that would take too long, line by line. Null if they differ too much. */
export function changesBetween(earlier: string, later: string): TextChanges | null {
  const limit = { timeout: TIME_LIMIT }
  const inWords = isLong(earlier) || isLong(later) ? undefined : diffWords(earlier, later, limit)
  const found = inWords ?? diffLines(earlier, later, limit)
  if (!found) return null
  const pieces = found.map(({ added, removed, value }) =>
    piece(added ? 'added' : removed ? 'removed' : 'same', value),
  )
  const sum = (kind: Piece['kind']) =>
    pieces.filter((each) => each.kind === kind).reduce((total, { words }) => total + words, 0)
  return { byLines: !inWords, added: sum('added'), removed: sum('removed'), pieces: pieces.flatMap(fold) }
}

/** Folds the middle of a long unchanged piece. At the start and at the end of a text there is no change to show the context of. */
function fold(unfolded: Piece, index: number, all: Piece[]): Piece[] {
  if (unfolded.kind !== 'same' || unfolded.words <= LONG_STRETCH) return [unfolded]
  const runs = unfolded.text.match(/\s*\S+\s*/g) ?? []
  const from = index === 0 ? 0 : CONTEXT
  const to = index === all.length - 1 ? runs.length : runs.length - CONTEXT
  return [
    piece('same', runs.slice(0, from).join('')),
    piece('folded', runs.slice(from, to).join('')),
    piece('same', runs.slice(to).join('')),
  ].filter(({ text }) => text !== '')
}
