import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { button, expectNotification } from '../forms.ts'
import { chooseFiles, dropFiles, expectUploaded, fileList, openUploader, type GivenFile } from '../uploads.ts'
import { goOn, nextLabels } from '../wizard.ts'
import { MEGABYTE, realFile, reload, textFile, type Journey } from './journey.ts'

const SIGNED = 'Signed FAIS document'

/** @returns the signed document that stays on the application */
export async function completeDocuments({ page, manager }: Journey): Promise<GivenFile> {
  const next = button(page, nextLabels.documents)

  await test.step('the letter of the assigned manager is downloaded', async () => {
    await expect(
      page.getByText('The broker appointment section of the letter needs no signature at this stage.'),
    ).toBeVisible()
    await expect(next).toBeDisabled()
    await openUploader(page, SIGNED)
    const download = page.waitForEvent('download')
    await button(page, 'Download FAIS letter').click()
    const letter = await download
    expect(letter.suggestedFilename()).toBe('FAIS_Disclosure_Letter.pdf')
    expect(await readFile(await letter.path())).toEqual(manager.letter)
    await expectNotification(page, 'Download Started', 'FAIS_Disclosure_Letter.pdf')
  })

  const unsigned = await realFile('signed page one', 'image/png')
  const signed = await realFile('FAIS signed', 'application/pdf', 5 * MEGABYTE)

  await test.step('what cannot be taken is said', async () => {
    await chooseFiles(page, SIGNED, [textFile])
    await expectNotification(
      page,
      'Upload Failed',
      'File type text/plain is not supported. Please use: PDF, JPEG, PNG',
    )
    await chooseFiles(page, SIGNED, [await realFile('heavy', 'application/pdf', 5 * MEGABYTE + 1)])
    await expectNotification(
      page,
      'Upload Failed',
      'File size exceeds 5MB limit. Please choose a smaller file.',
    )
    await dropFiles(page, SIGNED, [unsigned, signed])
    await expectNotification(page, 'Upload Failed', 'Maximum 1 file(s) allowed.')
    await expect(next).toBeDisabled()
  })

  await test.step('the signed copy is taken, and another can take its place', async () => {
    await chooseFiles(page, SIGNED, [unsigned])
    await expectNotification(page, 'Success!', 'FAIS document uploaded successfully.')
    await expect(page.getByText('FAIS Document Uploaded Successfully!')).toBeVisible()
    await chooseFiles(page, SIGNED, [signed])
    await expectUploaded(page, SIGNED, [signed.name])
  })

  await test.step('a reload in the middle keeps it', async () => {
    await reload(page, 'documents')
    await expect(page.getByText('FAIS Document Uploaded Successfully!')).toBeVisible()
    await expect(button(fileList(page, SIGNED), `Preview ${signed.name}`)).toBeVisible()
  })
  await goOn(page, 'documents')
  return signed
}
