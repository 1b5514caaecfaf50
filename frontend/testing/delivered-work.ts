import type { DeliveredFile, Delivery, Revision } from '../src/features/deliveries/model'

/** A delivered Word file as the server sends it. `overrides` replaces fields. */
export function deliveredFile(overrides: Partial<DeliveredFile> = {}): DeliveredFile {
  return {
    _id: 'tides_x1.docx',
    name: 'Tides.docx',
    size: 20_480,
    sha256: '3f2a9c0d1e4b'.padEnd(64, '0'),
    words: 1850,
    url: '/api/assignments/a1/deliveries/1/files/tides_x1.docx?sign=old',
    purgedAt: null,
    comparable: true,
    ...overrides,
  }
}

/** A first version as the server sends it. `overrides` replaces fields. */
export function delivery(overrides: Partial<Delivery> = {}): Delivery {
  const version = overrides.version ?? 1
  return {
    _id: `d${version}`,
    version,
    note: '',
    words: 1850,
    files: [deliveredFile()],
    receipt: `receiptcode${version}`,
    deliveredAt: '2026-11-21T10:00:00.000Z',
    tutor: { _id: 't1', name: 'Kim Marsh' },
    answersRevision: null,
    ...overrides,
  }
}

/** An open revision as the server sends it. `overrides` replaces fields. */
export function revision(overrides: Partial<Revision> = {}): Revision {
  const number = overrides.number ?? 1
  return {
    _id: `r${number}`,
    number,
    reason: 'The introduction is missing.',
    dueAt: '2099-11-24T10:00:00.000Z',
    createdAt: '2026-11-22T10:00:00.000Z',
    closedAt: null,
    ...overrides,
  }
}
