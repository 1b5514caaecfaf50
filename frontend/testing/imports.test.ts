import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const src = path.join(import.meta.dirname, '../src')

/** The layers from top to bottom: each may import the ones below it. */
const layers = ['first.ts', 'main.tsx', 'pages', 'app', 'features', 'ui', 'lib']

/** The areas of `pages`. What several of them use is in `pages/shared`. */
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

const layerOf = (file: string) => file.split(path.sep)[0] ?? ''
const featureOf = (file: string) => (layerOf(file) === 'features' ? file.split(path.sep)[1] : undefined)

describe('imports', () => {
  it('are found', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(imports.length).toBeGreaterThan(150)
  })

  it('never go up a layer', () => {
    const upward = imports.filter(
      ({ file, target }) =>
        target !== null && layers.indexOf(layerOf(target)) < layers.indexOf(layerOf(file)),
    )
    expect(upward).toEqual([])
  })

  it('stay within the layers', () => {
    const outside = imports.filter(({ target }) => target !== null && !layers.includes(layerOf(target)))
    expect(outside).toEqual([])
  })

  it('share only JSON files with the server', () => {
    const shared = imports.filter(({ source }) => source.startsWith('#')).map(({ source }) => source)
    expect(shared.length).toBeGreaterThan(0)
    expect(shared.filter((source) => !/^#(web|domain)\/[a-z]+\.json$/.test(source))).toEqual([])
  })

  it('never go from one feature to another', () => {
    const across = imports.filter(
      ({ file, target }) =>
        target && featureOf(file) && featureOf(target) && featureOf(file) !== featureOf(target),
    )
    expect(across).toEqual([])
  })

  it('never go from one area of pages to another', () => {
    const areaOf = (file: string) =>
      areas.find((area) => file.startsWith(path.join('pages', area) + path.sep))
    expect(files.filter(areaOf).length).toBeGreaterThan(30)
    const across = imports.filter(
      ({ file, target }) => target && areaOf(file) && areaOf(target) && areaOf(file) !== areaOf(target),
    )
    expect(across).toEqual([])
  })

  it('use the state library only in the store', () => {
    const direct = imports.filter(({ source }) => /^jotai(\/|$)/.test(source)).map(({ file }) => file)
    expect(direct).toEqual(['lib/state/store.ts'])
  })

  it('use the query cache only in its two modules', () => {
    const direct = imports.filter(({ source }) => source.startsWith('@tanstack/')).map(({ file }) => file)
    expect([...new Set(direct)].sort()).toEqual(['lib/api/query.ts', 'lib/live/changes.ts'])
  })

  it('name each icon, so pages load only their own', () => {
    const icons = imports.filter(({ source }) => source.startsWith('lucide-react'))
    expect(icons.length).toBeGreaterThan(30)
    expect(icons.filter(({ source }) => !source.startsWith('lucide-react/icons/'))).toEqual([])
  })

  it('use the network only in a few named modules', () => {
    const callers = files.filter((file) =>
      /\bfetch\(|new XMLHttpRequest/.test(readFileSync(path.join(src, file), 'utf8')),
    )
    expect(callers).toEqual(['lib/api/client.ts', 'lib/api/early.ts', 'lib/api/upload.ts'])
  })

  it('keep markup out of the library', () => {
    expect(files.filter((file) => layerOf(file) === 'lib' && file.endsWith('.tsx'))).toEqual([])
  })
})

describe('files', () => {
  it('have at most 300 lines', () => {
    const long = files.filter((file) => readFileSync(path.join(src, file), 'utf8').split('\n').length > 300)
    expect(long).toEqual([])
  })

  it('number at most 40 in a folder', () => {
    const folders = files.map((file) => path.dirname(file))
    const isFull = (folder: string) => folders.filter((other) => other === folder).length > 40
    expect([...new Set(folders)].filter(isFull)).toEqual([])
  })

  it('never just re-export other files', () => {
    const barrels = files.filter((file) =>
      /^export (\*|\{[^}]*\}) from /m.test(readFileSync(path.join(src, file), 'utf8')),
    )
    expect(barrels).toEqual([])
  })
})
