/** The sentences of the receipt of a delivery. */
import { count } from '../../lib/formats/format'

const bytes = (n: number) => count(n, 'byte', 'bytes')

export const page = {
  title: 'Receipt of delivery',
  loading: 'Loading the receipt',
  failure: 'Failed to load the receipt',
}

export const notFound = {
  heading: 'Receipt not found',
  title: 'There is no receipt at this address',
  text: 'Check that the address is complete, down to the last letter.',
  home: 'Go to the front page',
}

export const facts = {
  reference: 'Order',
  version: 'Version',
  delivered: 'Delivered',
  local: 'In your time zone',
  code: 'Code',
  files: 'Delivered files',
  name: 'File',
  size: 'Size',
  checksum: 'SHA-256',
  bytes,
  explanation:
    'This receipt records which files were delivered, and when. The SHA-256 is a fingerprint of the content of a file: the slightest change gives a different one.',
  printed: (reference: string, version: number) => `Receipt of delivery: ${reference}, version ${version}.`,
}

export const check = {
  title: 'Check a file',
  intro: 'Find out whether a file that you have is one of these, exactly as it was delivered.',
  oneAtATime: 'Files are checked one at a time. Only the first of them was used.',
  private: 'The file stays on your device. It is read in your browser and never sent.',
  field: 'File to check',
  hint: 'Choose a file, or drop it here.',
  progress: 'Reading the file',
  reading: (name: string, percent: number) => `Reading ${name}: ${percent}%`,
  cancel: 'Cancel',
  cancelled: 'Cancelled. Nothing was compared.',
  failed: 'The file could not be read. Choose it again.',
  loading: 'Loading the file check',
}

export const outcome = {
  exact: (name: string) => `This is ${name} exactly as delivered.`,
  notListed: 'This file is not part of this receipt.',
  otherContent: (name: string) =>
    `It has the same name as ${name}, but its content is different: this is not the file that was delivered.`,
  otherSize: (chosen: number, delivered: number) =>
    `It has ${bytes(chosen)}. The delivered file has ${bytes(delivered)}.`,
  sameSize: (size: number) => `Both files have ${bytes(size)}.`,
  checksum: 'Its SHA-256',
}
