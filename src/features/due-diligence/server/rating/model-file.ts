import { readInput } from '#base/rules/input/read-input.ts'
import { modelSchema, type ModelContent } from '#features/due-diligence/rules/rating/model.ts'
import type { Queries } from '#base/server/db/database.ts'
import { notImported, type ImportRiskModel } from '#features/firm/server/transfer/import-firm.ts'
import { importModel } from './change-model.ts'
import { modelsOf } from './models.ts'

/** The model in force, for the file of `firm:export`: points and limits are changed there. */
export async function exportModel(db: Queries): Promise<ModelContent> {
  return (await modelsOf(db, null)).inForce.content
}

/** @throws DomainError invalid (400) with every problem */
export const importModelOfFile: ImportRiskModel = async (work, model) => {
  const input = readInput(modelSchema, model)
  if (input.ok) return importModel(work, input.data)
  throw notImported(input.problems.map(({ path, message }) => ({ path: `riskModel.${path}`, message })))
}
