import { describe, expect, test } from 'vitest'
import { adminSorts } from '#domain/applications/review/list.ts'
import { readView, sortedBy, writeView, type ListView } from './list-view.ts'

const first = { status: null, sort: 'createdAt', direction: 'desc', search: '' } as const

describe('the view that an address names', () => {
  test.each([
    ['', first],
    ['status=submitted', { ...first, status: 'submitted' }],
    ['status=all', first],
    ['sort=fullName&direction=asc', { ...first, sort: 'fullName', direction: 'asc' }],
    ['sort=netWorth', first],
    ['direction=sideways', first],
    ['search=van+der+Merwe', { ...first, search: 'van der Merwe' }],
    [`search=${'x'.repeat(200)}`, { ...first, search: 'x'.repeat(100) }],
  ])('%j', (address, view) => {
    expect(readView(new URLSearchParams(address), adminSorts)).toEqual(view)
  })

  test('is written as it is read, next to what else there is', () => {
    const view: ListView<'createdAt' | 'fullName' | 'status'> = {
      status: 'approved',
      sort: 'status',
      direction: 'asc',
      search: 'ndlovu & sons',
    }
    const written = writeView(new URLSearchParams('application=1'), view, adminSorts)
    expect(written.get('application')).toBe('1')
    expect(readView(written, adminSorts)).toEqual(view)
  })

  test('leaves no trace where it is as at first', () => {
    const written = writeView(new URLSearchParams('status=draft&search=x'), first, adminSorts)
    expect(written.toString()).toBe('')
  })
})

describe('pressing a header', () => {
  test('of a new column sorts by it, ascending', () => {
    expect(sortedBy(first, 'fullName')).toMatchObject({ sort: 'fullName', direction: 'asc' })
  })
  test('of the same column turns the direction', () => {
    expect(sortedBy(first, 'createdAt')).toMatchObject({ sort: 'createdAt', direction: 'asc' })
    expect(sortedBy(sortedBy(first, 'createdAt'), 'createdAt')).toMatchObject({ direction: 'desc' })
  })
})
