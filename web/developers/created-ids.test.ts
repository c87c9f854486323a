import { expect, it } from 'vitest';
import { EXAMPLE_CALCULATION, EXAMPLE_ID } from '#contract/example-of.ts';
import { withCreatedIds, createdIdsIn } from './created-ids.ts';

it('later examples use the ids of the order and the calculation created before', () => {
  const calculation = createdIdsIn('{\n  "data": {\n    "type": "rate_calculations",\n    "id": "WzEs",\n    "attributes": {} } }');
  const ids = { ...calculation, ...createdIdsIn('{"data":{"type":"orders","id":"v4dqf5y9pfsa6q4a0yyq"}}') };
  expect(withCreatedIds(`{"rate_calculation_id":"${EXAMPLE_CALCULATION}"}`, ids)).toBe('{"rate_calculation_id":"WzEs"}');
  expect(withCreatedIds(`/api/v1/orders/${EXAMPLE_ID}`, ids)).toBe('/api/v1/orders/v4dqf5y9pfsa6q4a0yyq');
  expect(withCreatedIds(`/api/v1/orders/${EXAMPLE_ID}`, createdIdsIn('{"errors":[]}'))).toBe(`/api/v1/orders/${EXAMPLE_ID}`);
});
