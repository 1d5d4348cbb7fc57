import { expect, test } from 'vitest'
import { problemInList } from './problem-text.ts'

const children = [
  { fullName: 'Lwazi', idNumber: null },
  { fullName: 'Thandi', idNumber: null },
  { fullName: null, idNumber: null },
]

test.each([
  ['childrenDetails.1.idNumber', "Child's ID number is required", 'Child 2 (Thandi): ID number is required'],
  ['childrenDetails.2.fullName', "Child's full name is required", 'Child 3: Full name is required'],
  ['childrenDetails.7.idNumber', "Child's ID number is required", 'Child 8: ID number is required'],
  [
    'childrenDetails.0.idNumber',
    'Please use at most 30 characters',
    'Child 1 (Lwazi): ID Number: Please use at most 30 characters',
  ],
  ['childrenDetails', 'Please choose how many children you have', 'Please choose how many children you have'],
  ['city', 'City is required', 'City is required'],
])('%s: %s', (path, message, text) => expect(problemInList({ path, message }, children)).toBe(text))
