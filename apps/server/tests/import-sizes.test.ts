import { randomUUID } from 'node:crypto';
import { CALLS, type Call } from '@pasar/api';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSignInHarness, type SignInHarness } from './harness/sign-in-harness.ts';

let harness: SignInHarness;
beforeAll(async () => {
  harness = await openSignInHarness();
});
afterEach(() => harness.clean());
afterAll(() => harness.close());

describe('a file of a megabyte reaches every call that takes one, and a larger one is refused as such:', () => {
  const named = { fileName: 'f.csv' };
  test.each<readonly [string, Call, object]>([
    ['shops', CALLS.signIn.importShops, named],
    ['a workbook of shops', CALLS.shopWorkbook.judgeShops, {}],
    ['its changes', CALLS.shopWorkbook.applyShops, { ...named, mark: '' }],
    ['quick replies', CALLS.quickReplies.importContents, {}],
    ['buyers for a tag', CALLS.buyerTags.batchAddBuyerTagToBuyer, { buyerTagId: randomUUID() }],
    ['order numbers', CALLS.bulkSend.readOrderNumbers, {}],
    ['wrong order numbers', CALLS.bulkSend.exportWrongOrderNumbers, {}],
  ])('%s', async (_, call, more) => {
    const { visitor } = await harness.seller();
    const codeAt = async (bytes: number) => {
      const answer = await visitor.call(call, { ...more, file: Buffer.alloc(bytes, 'x').toString('base64') });
      return answer.result === 'success' ? null : answer.code;
    };
    expect(['invalid_request', 'import_too_large']).not.toContain(await codeAt(1_000_000));
    expect(await codeAt(1_200_000)).toBe('import_too_large');
  });
});
