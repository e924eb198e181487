// How the API reference reads an OpenAPI document.
import { describe, expect, it } from 'vitest'
import { readReference } from '../../src/http/web/reference/read-reference.js'

describe('a document', () => {
  const operation = {
    operationId: 'getThing',
    summary: 'A thing',
    tags: ['Things'],
    parameters: [{ $ref: '#/components/parameters/Id' }],
    responses: {
      '200': {
        description: 'Good',
        headers: { ETag: { $ref: '#/components/headers/ETag' } },
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/Answer' }, examples: { a: { value: 1 } } },
        },
      },
      '404': { $ref: '#/components/responses/Missing' },
    },
  }
  const document = {
    info: { version: '9.9.9' },
    tags: [{ name: 'Things', description: 'All things' }],
    paths: { '/things/{id}': { get: operation } },
    components: {
      parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, description: 'Which' } },
      headers: { ETag: { description: 'The version' } },
      responses: { Missing: { description: 'There is none' } },
      schemas: {
        Answer: {
          allOf: [
            { type: 'object', properties: { success: { const: true } } },
            {
              type: 'object',
              required: ['thing'],
              properties: {
                thing: { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }], description: 'The thing' },
                all: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
                place: {
                  type: ['object', 'null'],
                  properties: { at: { type: ['string', 'null'], format: 'date-time' } },
                },
              },
            },
          ],
        },
        Thing: { type: 'object', properties: { kind: { type: 'string', enum: ['a', 'b'] } } },
      },
    },
  }
  const reference = readReference({
    document,
    calls: { '/things/{id}': '/things/7' },
    versions: [],
    legacy: { segments: [], requestsPerMinute: 1, routes: [] },
  })

  it('is read with its references, nullable types, parts and words', () => {
    const [group] = reference.groups
    expect(group).toMatchObject({ tag: 'Things', description: 'All things' })
    const [found] = group?.endpoints ?? []
    expect(found).toMatchObject({
      call: '/things/7',
      answer: 1,
      headers: [{ name: 'ETag', description: 'The version' }],
    })
    expect(found?.statuses).toContainEqual({ status: '404', description: 'There is none' })
    expect(found?.parameters).toMatchObject([{ where: 'path', row: { path: ['id'], description: 'Which' } }])
    expect(found?.fields.map(({ path, type }) => [path.join('.'), type.text, type.object])).toEqual([
      ['thing', 'or null', 'Thing'],
      ['all', 'list of', 'Thing'],
      ['place', 'object or null', undefined],
      ['place.at', 'time or null', undefined],
    ])
    expect(reference.objects.find(({ name }) => name === 'Thing')?.fields[0]?.enumValues).toEqual(['a', 'b'])
  })
})
