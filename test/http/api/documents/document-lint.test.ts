// The rules of the tools that generators and portals apply to a document, in their recommended sets.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, it } from 'vitest'
import { openApiDocument } from '../../../../src/http/api/openapi.js'
import { ENDPOINTS } from '../../../../src/http/api/routes.js'

const publisher = { origin: 'https://stats.example.org', operatorContact: undefined }
const DOCUMENT = JSON.stringify(openApiDocument(ENDPOINTS, publisher), undefined, 1)
/** Not even a warning is left: a small document with a mistake, to see that the rules are applied. */
const BROKEN = '{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/a":{"get":{"operationID":"a"}}}}'

it('has nothing that redocly reports [API-65]', { timeout: 120_000 }, async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const lint = async (source: string): Promise<string[]> =>
    (await lintFromString({ source, config })).map(({ ruleId, message }) => `${ruleId}: ${message}`)
  expect(await lint(DOCUMENT)).toEqual([])
  expect(await lint(BROKEN)).not.toEqual([])
})

it('has nothing that spectral reports [API-65]', { timeout: 120_000 }, async () => {
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] })
  const lint = async (source: string): Promise<string[]> =>
    (await spectral.run(source)).map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`)
  expect(await lint(DOCUMENT)).toEqual([])
  expect(await lint(BROKEN)).not.toEqual([])
})
