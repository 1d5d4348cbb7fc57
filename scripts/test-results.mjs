/**
 * What the reports of a part's tests say: how many passed, failed and were skipped; the names of those that failed, and
 * of those that passed only when they were repeated.
 */

/** Of Vitest's JSON report; nothing at all where there is none. */
export function vitestResults({
  testResults = [],
  numPassedTests = 0,
  numPendingTests = 0,
  numTodoTests = 0,
} = {}) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // a file that fails outside its tests (an import, a hook) is one failure
    return failed.length === 0 && status === 'failed' ? [name] : failed.map(nameOf)
  })
  const repeated = tests.filter(
    ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0,
  )
  return {
    passed: numPassedTests,
    failed: failures.length,
    skipped: numPendingTests + numTodoTests,
    failures,
    repeated: repeated.map(nameOf),
  }
}

/** Of Playwright's JSON report; nothing at all where there is none. */
export function playwrightResults({ stats = {}, suites = [] } = {}) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats
  const tests = suites.flatMap((suite) => testsOf(suite))
  const withStatus = (wanted) => tests.filter(({ status }) => status === wanted).map(({ name }) => name)
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failures: withStatus('unexpected'),
    repeated: withStatus('flaky'),
  }
}

function nameOf({ fullName }) {
  return fullName.trim()
}

function testsOf({ title, specs = [], suites = [] }, above = []) {
  const path = [...above, title].filter(Boolean)
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status }) => ({
      status,
      name: [`[${projectName}]`, ...path, spec.title].join(' › '),
    })),
  )
  return [...own, ...suites.flatMap((suite) => testsOf(suite, path))]
}
