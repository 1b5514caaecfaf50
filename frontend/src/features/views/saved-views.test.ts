import { describe, expect, it } from 'vitest'
import { checkView, deleteView, readViews, saveView } from './saved-views'

const view = (name: string, address = '/admin/dashboard?status=graded') => ({ name, address })

describe('the saved views of an account', () => {
  it('are sorted by name, and hidden from other accounts', () => {
    saveView('ada', view(' Graded '))
    saveView('ada', view('All', '/admin/dashboard/users'))
    expect(readViews('ada')).toEqual([view('All', '/admin/dashboard/users'), view('Graded')])
    expect(readViews('bo')).toEqual([])
  })

  it('are replaced by one of the same name, ignoring case', () => {
    saveView('ada', view('Graded'))
    expect(saveView('ada', view('GRADED', '/admin/dashboard?status=completed'))).toEqual([
      view('GRADED', '/admin/dashboard?status=completed'),
    ])
  })

  it('are deleted one by one', () => {
    saveView('ada', view('Graded'))
    saveView('ada', view('Late', '/admin/dashboard?sort=dueDate'))
    expect(deleteView('ada', 'Graded')).toEqual([view('Late', '/admin/dashboard?sort=dueDate')])
    expect(readViews('ada')).toEqual([view('Late', '/admin/dashboard?sort=dueDate')])
  })

  it.each([
    ['', 'Name is required'],
    ['   ', 'Name is required'],
    ['n'.repeat(61), 'Name is too long (at most 60 characters)'],
    ['n'.repeat(60), undefined],
  ])('need a name: %s', (name, sentence) => {
    expect(checkView([], name)).toBe(sentence)
  })

  it('are limited to twenty, each of which can be replaced', () => {
    const many = Array.from({ length: 20 }, (_, number) => view(`View ${number}`))
    expect(checkView(many.slice(1), 'New')).toBeUndefined()
    expect(checkView(many, 'New')).toBe('At most 20 views can be saved. Delete one first.')
    expect(checkView(many, 'view 7 ')).toBeUndefined()
  })

  it.each([
    ['', '/admin/dashboard'],
    ['?status=graded', '/admin/dashboard?status=graded'],
    ['?tab=users&role=tutor&sort=name', '/admin/dashboard/users?role=tutor&sort=name'],
    ['?tab=no-such&status=graded', '/admin/dashboard?status=graded'],
  ])('stored as a query open at their tab: "%s"', (stored, address) => {
    localStorage.setItem('views:ada', JSON.stringify([view('Old', stored)]))
    expect(readViews('ada')).toEqual([view('Old', address)])
  })

  it.each([
    '{',
    'null',
    '[{"name":1}]',
    '[{"name":"Away","address":"https://elsewhere.example"}]',
    '[{"name":"Away","address":"//elsewhere.example"}]',
    '[{"name":"Away","address":"/admin/dashboard/../../login"}]',
  ])('are empty if the browser stores something else: %s', (stored) => {
    localStorage.setItem('views:ada', stored)
    expect(readViews('ada')).toEqual([])
  })
})
