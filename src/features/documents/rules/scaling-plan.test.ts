import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scalingPlan } from './scaling-plan.ts'

test('a phone photo is tried at 3000 pixels first, in its own proportions', () => {
  const plan = scalingPlan({ width: 3024, height: 4032 })
  expect(plan[0]).toEqual({ width: 2250, height: 3000, quality: 0.85 })
  expect(plan.at(-1)).toEqual({ width: 1050, height: 1400, quality: 0.55 })
})

test('a small picture of many bytes keeps its size and loses quality', () => {
  expect(scalingPlan({ width: 1200, height: 800 })).toEqual([
    { width: 1200, height: 800, quality: 0.85 },
    { width: 1200, height: 800, quality: 0.7 },
    { width: 1200, height: 800, quality: 0.55 },
  ])
})

test('each attempt is smaller than the previous one, none larger than the picture', () => {
  const edge = fc.integer({ min: 1, max: 20_000 })
  fc.assert(
    fc.property(edge, edge, (width, height) => {
      const plan = scalingPlan({ width, height })
      expect(plan.length).toBeGreaterThan(0)
      for (const [index, step] of plan.entries()) {
        expect(step.width).toBeLessThanOrEqual(width)
        expect(step.height).toBeLessThanOrEqual(height)
        const before = plan[index - 1]
        if (before === undefined) continue
        expect(step.width * step.height <= before.width * before.height).toBe(true)
        expect(
          step.width < before.width || step.height < before.height || step.quality < before.quality,
        ).toBe(true)
      }
    }),
  )
})
