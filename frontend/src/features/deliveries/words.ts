/** The sentences of delivered work. */
import { formatCount } from '../../lib/formats/format'
import { formatWords } from '../../lib/formats/words'

export const deliveries = {
  title: 'Delivered work',
  loading: 'Loading the delivered work',
  failed: 'Failed to load the delivered work',
  empty: 'Nothing has been delivered yet',
  emptyHint: 'Each version of the work will appear here with its files.',
  earlier: 'Earlier versions',
}

export const version = {
  name: (version: number) => `Version ${version}`,
  latest: 'Latest version',
  deliveredBy: (tutor: string) => `Delivered by ${tutor} on`,
  delivered: 'Delivered on',
  answers: (revision: number) => `Answers revision ${revision}`,
  note: 'Note',
  held: 'Held for review. Only the tutor and our team can read this text.',
  words: formatWords,
  wordsOfOrdered: (count: number, ordered: number) =>
    `${formatCount(count)} of ${formatCount(ordered)} words ordered`,
  shortfall: (missing: number) => `${formatWords(missing)} fewer than ordered.`,
  receipt: (version: number) => `Receipt of version ${version}`,
}

export const files = {
  label: (version: number) => `Files of version ${version}`,
  checksum: 'SHA-256',
  copy: (file: string) => `Copy the SHA-256 of ${file}`,
  copied: 'SHA-256 copied',
  notCopied: 'Your browser does not allow copying. The receipt shows the whole SHA-256.',
  deleted: 'Deleted on',
}

export const comparison = {
  title: 'Compare two versions',
  earlier: 'Earlier version',
  later: 'Later version',
  changes: 'What changed',
  hint: 'This helps you find the changes. It compares the text alone, without formatting and images.',
  nothingComparable:
    'The texts of these versions cannot be compared. That takes a Word (.docx) or text file in both versions.',
  fileOf: (version: number) => `File of version ${version}`,
  show: 'Show what changed',
  hide: 'Hide what changed',
}

export const changes = {
  loading: 'Comparing the texts',
  failed: 'The texts could not be loaded',
  same: 'The texts are the same.',
  tooMuch: 'The texts differ too much to be compared here. Download both files to compare them.',
  byLines: 'These texts are long, so they are compared line by line.',
  summary: (added: number, removed: number) =>
    `${formatWords(added)} added, ${formatWords(removed)} removed.`,
  result: 'Text with its changes',
  added: 'Added',
  removed: 'Removed',
  startOf: (kind: string) => `${kind}: `,
  endOf: (kind: string) => ` (end of ${kind.toLowerCase()} text) `,
  unchanged: (count: number) => `${formatCount(count)} unchanged words`,
}
