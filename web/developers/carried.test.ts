import { expect, it } from 'vitest';
import { EXAMPLE_CALCULATION, EXAMPLE_ID } from '#contract/example-of.ts';
import { carried, namedBy } from './carried.ts';

it('an order that was made, and the calculation that it was made by, are what later examples are about', () => {
  const calculation = namedBy('{\n  "data": {\n    "type": "rate_calculations",\n    "id": "WzEs",\n    "attributes": {} } }');
  const named = { ...calculation, ...namedBy('{"data":{"type":"orders","id":"v4dqf5y9pfsa6q4a0yyq"}}') };
  expect(carried(`{"rate_calculation_id":"${EXAMPLE_CALCULATION}"}`, named)).toBe('{"rate_calculation_id":"WzEs"}');
  expect(carried(`/api/v1/orders/${EXAMPLE_ID}`, named)).toBe('/api/v1/orders/v4dqf5y9pfsa6q4a0yyq');
  expect(carried(`/api/v1/orders/${EXAMPLE_ID}`, namedBy('{"errors":[]}'))).toBe(`/api/v1/orders/${EXAMPLE_ID}`);
});
