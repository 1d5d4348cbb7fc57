#!/usr/bin/env node
// Validates compose.yaml against the Compose schema: fields that exist, of the right type and form.
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { inRoot, readJson } from './project.mjs'

const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
const { $schema: _dialect, ...rules } = readJson(inRoot('deploy/schemas/compose-spec.json'))
const validate = ajv.compile(rules)
if (!validate(parse(readFileSync(inRoot('compose.yaml'), 'utf8')))) {
  for (const { instancePath, message } of validate.errors)
    console.error(`compose.yaml${instancePath}: ${message}`)
  process.exitCode = 1
}
