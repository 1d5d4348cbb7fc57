/** Address of the S3 server that test/environments/s3-server.mjs started for this run. */
const ENDPOINT_VARIABLE = 'TEST_S3_ENDPOINT'

/** Whether this run stores files in buckets (`npm test -- --only s3`). */
export function testsUseBuckets(): boolean {
  return Boolean(process.env[ENDPOINT_VARIABLE])
}

/** @throws Error if the run has no S3 server */
export function requireS3Endpoint(): string {
  const endpoint = process.env[ENDPOINT_VARIABLE]
  if (!endpoint) throw new Error(`${ENDPOINT_VARIABLE} is not set: these tests run by npm test -- --only s3`)
  return endpoint
}
