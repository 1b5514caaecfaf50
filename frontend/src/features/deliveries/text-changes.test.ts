import { describe, expect, it, vi } from 'vitest'
import { changesBetween } from './text-changes'

const many = (count: number, word = 'tide') =>
  Array.from({ length: count }, (_, i) => `${word}${i}`).join(' ')

describe('changesBetween', () => {
  it('finds the words that were added and removed', () => {
    const changes = changesBetween('The moon pulls the sea.', 'The moon gently pulls the ocean.')
    expect(changes).toMatchObject({ byLines: false, added: 2, removed: 1 })
    expect(changes?.pieces.map(({ kind, text }) => [kind, text.trim()])).toEqual([
      ['same', 'The moon'],
      ['added', 'gently'],
      ['same', 'pulls the'],
      ['removed', 'sea'],
      ['added', 'ocean'],
      ['same', '.'],
    ])
  })

  it('finds no change between equal texts', () => {
    expect(changesBetween('The same.', 'The same.')).toMatchObject({ added: 0, removed: 0 })
  })

  it('folds long unchanged stretches, but keeps nearby words', () => {
    const before = many(200)
    const after = many(90, 'wave')
    const changes = changesBetween(`${before} old ${after}`, `${before} new ${after}`)
    expect(changes?.pieces.map(({ kind, words }) => [kind, words])).toEqual([
      ['folded', 175],
      ['same', 25],
      ['removed', 1],
      ['added', 1],
      ['same', 25],
      ['folded', 65],
    ])
    const shown = changes?.pieces.filter(({ kind }) => kind !== 'removed').map(({ text }) => text)
    expect(shown?.join('')).toBe(`${before} new ${after}`)
  })

  it('folds a long stretch between two changes in its middle', () => {
    const middle = many(100)
    const changes = changesBetween(`a ${middle} b`, `c ${middle} d`)
    const unchanged = changes?.pieces.filter(({ kind }) => kind === 'same' || kind === 'folded')
    expect(unchanged?.map(({ kind, words }) => [kind, words])).toEqual([
      ['same', 25],
      ['folded', 50],
      ['same', 25],
    ])
  })

  it('compares long texts line by line', () => {
    const long = many(20_001).replaceAll(' ', '\n')
    const changes = changesBetween(long, long.replace('tide7\n', 'wave and wind\n'))
    expect(changes).toMatchObject({ byLines: true, added: 3, removed: 1 })
  })

  it('compares by line when words take long, then gives up', () => {
    let now = 0
    vi.spyOn(Date, 'now').mockImplementation(() => {
      now += 300
      return now
    })
    const [earlier, later] = [`${many(5)}\nthe same\n`, `${many(5, 'wave')}\nthe same\n`]
    expect(changesBetween(earlier, later)).toMatchObject({ byLines: true, added: 5, removed: 5 })
    const lines = (word: string) => many(40, word).replaceAll(' ', '\n')
    expect(changesBetween(lines('tide'), lines('wave'))).toBeNull()
  })
})
