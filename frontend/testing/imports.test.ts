import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const src = path.join(import.meta.dirname, '../src')

/** The rooms from the roof down: each may import the ones after it. */
const rooms = ['first.ts', 'main.tsx', 'app', 'features', 'ui', 'lib']

/** The areas of pages in `app`. */
const areas = ['public', 'account', 'notices', 'student', 'tutor', 'desk']

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
)

const imports = files.flatMap((file) =>
  [...readFileSync(path.join(src, file), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
    ([, source = '']) => ({
      file,
      source,
      target: source.startsWith('.') ? path.join(path.dirname(file), source) : null,
    }),
  ),
)

const roomOf = (file: string) => file.split(path.sep)[0] ?? ''
const featureOf = (file: string) => (roomOf(file) === 'features' ? file.split(path.sep)[1] : undefined)

describe('imports', () => {
  it('are found', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(imports.length).toBeGreaterThan(150)
  })

  it('go down the house only', () => {
    const upward = imports.filter(
      ({ file, target }) => target !== null && rooms.indexOf(roomOf(target)) < rooms.indexOf(roomOf(file)),
    )
    expect(upward).toEqual([])
  })

  it('stay in the house', () => {
    const outside = imports.filter(({ target }) => target !== null && !rooms.includes(roomOf(target)))
    expect(outside).toEqual([])
  })

  it('take from the server what both sides say, and nothing else', () => {
    const shared = imports.filter(({ source }) => source.startsWith('#')).map(({ source }) => source)
    expect(shared.length).toBeGreaterThan(0)
    expect(shared.filter((source) => !/^#web\/[a-z]+\.json$/.test(source))).toEqual([])
  })

  it('never lead from one feature to another', () => {
    const across = imports.filter(
      ({ file, target }) =>
        target && featureOf(file) && featureOf(target) && featureOf(file) !== featureOf(target),
    )
    expect(across).toEqual([])
  })

  it('never lead from one area of pages to another', () => {
    const areaOf = (file: string) => areas.find((area) => file.startsWith(path.join('app', area) + path.sep))
    expect(files.filter(areaOf).length).toBeGreaterThan(30)
    const across = imports.filter(
      ({ file, target }) => target && areaOf(file) && areaOf(target) && areaOf(file) !== areaOf(target),
    )
    expect(across).toEqual([])
  })

  it('reach the state library through the store alone', () => {
    const direct = imports.filter(({ source }) => /^jotai(\/|$)/.test(source)).map(({ file }) => file)
    expect(direct).toEqual(['lib/state/store.ts'])
  })

  it('reach the cache of signed-in pages through its two modules alone', () => {
    const direct = imports.filter(({ source }) => source.startsWith('@tanstack/')).map(({ file }) => file)
    expect([...new Set(direct)].sort()).toEqual(['lib/api/query.ts', 'lib/live/changes.ts'])
  })

  it('take each icon by itself, so that a page brings its own alone', () => {
    const icons = imports.filter(({ source }) => source.startsWith('lucide-react'))
    expect(icons.length).toBeGreaterThan(30)
    expect(icons.filter(({ source }) => !source.startsWith('lucide-react/icons/'))).toEqual([])
  })

  it('reach the network through the client and uploads alone, or ahead of them', () => {
    const callers = files.filter((file) =>
      /\bfetch\(|new XMLHttpRequest/.test(readFileSync(path.join(src, file), 'utf8')),
    )
    expect(callers).toEqual(['lib/api/client.ts', 'lib/api/early.ts', 'lib/api/upload.ts'])
  })

  it('leave the library without any markup', () => {
    expect(files.filter((file) => roomOf(file) === 'lib' && file.endsWith('.tsx'))).toEqual([])
  })
})

describe('files', () => {
  it('are of a size that is read at one sitting', () => {
    const long = files.filter((file) => readFileSync(path.join(src, file), 'utf8').split('\n').length > 200)
    expect(long).toEqual([])
  })

  it('are found at a glance: no folder has more than 25', () => {
    const folders = files.map((file) => path.dirname(file))
    const isFull = (folder: string) => folders.filter((other) => other === folder).length > 25
    expect([...new Set(folders)].filter(isFull)).toEqual([])
  })

  it('are imported by their own names: none only passes others on', () => {
    const barrels = files.filter((file) =>
      /^export (\*|\{[^}]*\}) from /m.test(readFileSync(path.join(src, file), 'utf8')),
    )
    expect(barrels).toEqual([])
  })
})
