import { expect, test } from 'vitest'
import { applicationStage } from './application-stage.ts'

test.each([
  ['personal', 'Personal Info'],
  ['employment', 'Employment'],
  ['financial', 'Financial Info'],
  ['documents', 'Documents'],
  ['review', 'Under Review'],
  ['complete', 'Complete'],
  ['net-worth-intro', 'Net Worth Intro'],
  ['address', 'Address'],
  ['constructor', 'Constructor'],
  ['', 'Not Started'],
  [null, 'Not Started'],
  [undefined, 'Not Started'],
])('the step %j shows as %j', (step, label) => {
  expect(applicationStage(step)).toBe(label)
})
