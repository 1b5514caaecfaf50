import { describe, expect, it } from 'vitest'
import { checkView, deleteView, readViews, saveView } from './saved-views'

const view = (name: string, address = '?status=graded') => ({ name, address })

describe('the saved views of an account', () => {
  it('come back by name, and no other account sees them', () => {
    saveView('ada', view(' Graded '))
    saveView('ada', view('All', ''))
    expect(readViews('ada')).toEqual([view('All', ''), view('Graded')])
    expect(readViews('bo')).toEqual([])
  })

  it('give way to one of the same name, however it is written', () => {
    saveView('ada', view('Graded'))
    expect(saveView('ada', view('GRADED', '?status=completed'))).toEqual([
      view('GRADED', '?status=completed'),
    ])
  })

  it('are forgotten one by one', () => {
    saveView('ada', view('Graded'))
    saveView('ada', view('Late', '?sort=dueDate'))
    expect(deleteView('ada', 'Graded')).toEqual([view('Late', '?sort=dueDate')])
    expect(readViews('ada')).toEqual([view('Late', '?sort=dueDate')])
  })

  it.each([
    ['', 'Name is required'],
    ['   ', 'Name is required'],
    ['n'.repeat(61), 'Name is too long (at most 60 characters)'],
    ['n'.repeat(60), undefined],
  ])('need a name: %s', (name, sentence) => {
    expect(checkView([], name)).toBe(sentence)
  })

  it('are at most twenty, of which each can be replaced', () => {
    const many = Array.from({ length: 20 }, (_, number) => view(`View ${number}`))
    expect(checkView(many.slice(1), 'New')).toBeUndefined()
    expect(checkView(many, 'New')).toBe('At most 20 views can be saved')
    expect(checkView(many, 'view 7 ')).toBeUndefined()
  })

  it.each([
    '{',
    'null',
    '[{"name":1}]',
    '[{"name":"Away","address":"https://elsewhere.example"}]',
    '[{"name":"Away","address":"//elsewhere.example"}]',
  ])('are none where the browser holds something else: %s', (stored) => {
    localStorage.setItem('views:ada', stored)
    expect(readViews('ada')).toEqual([])
  })
})
