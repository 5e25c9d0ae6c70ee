import { CALLS } from '@pasar/api';
import { refusal } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  newestImport,
  openSignInHarness,
  refuses,
  type Seller,
  type SignInHarness,
  shopFacts,
} from './harness/sign-in-harness.ts';

let harness: SignInHarness;
beforeAll(async () => {
  harness = await openSignInHarness();
});
beforeEach(() => {
  harness.shopee.onSignIn = ({ credentials: { identifier } }) =>
    identifier.startsWith('wrong')
      ? refuses(refusal('wrong_account_or_password'))
      : { ok: true, value: harness.shopee.session([shopFacts(identifier.replaceAll(/\D/g, ''))]) };
});
afterEach(() => harness.clean());
afterAll(() => harness.close());

const { importShops, importRows, startSignIn, cancelSignIn, exportFailedRows } = CALLS.signIn;

/** An import of a good row, a row that the marketplace refuses, and one of an unknown site. */
async function imported(one: Seller): Promise<string> {
  const text = 'Shopee SG\tshop1@x\tp\nShopee SG\twrong2@x\tp\nShopee ZZ\tshop3@x\tp\n';
  const file = Buffer.from(text).toString('base64');
  const answer = await one.visitor.call(importShops, { fileName: 'Pasted rows', file });
  if (answer.result === 'fail') throw new Error(String(answer.code));
  await one.window.until((window) => newestImport(window)?.counts.success === 1);
  await one.window.until((window) => newestImport(window)?.counts.failed === 2);
  return importShops.output.parse(answer.data).shopImport.importId;
}

const enter = (one: Seller, identifier: string, corrects: { readonly importId: string; readonly rowNumber: number }) =>
  one.visitor.call(startSignIn, { marketplace: 'shopee', country: 'SG', identifier, password: 'right', corrects });

async function entered(one: Seller, ...args: [string, { readonly importId: string; readonly rowNumber: number }]) {
  const answer = await enter(one, ...args);
  if (answer.result === 'fail') throw new Error(String(answer.code));
  return startSignIn.output.parse(answer.data).signIn.signInId;
}

async function rowsOf(one: Seller, importId: string) {
  const answer = await one.visitor.call(importRows, { importId });
  const { rows } = importRows.output.parse(answer.result === 'success' ? answer.data : null);
  return rows.map(({ rowNumber, identifier, state }) => [rowNumber, identifier, state]);
}

test('an import shows what became of its rows that were corrected by hand, and exports them no longer', async () => {
  const one = await harness.seller();
  await harness.openSignIns();
  const importId = await imported(one);
  await one.until(await entered(one, 'wrong22@x', { importId, rowNumber: 2 }), 'failed');
  expect(newestImport(one.window)?.counts).toEqual({ waiting: 0, importing: 0, success: 1, failed: 2 });
  expect(await rowsOf(one, importId)).toEqual([
    [1, 'shop1@x', 'success'],
    [2, 'wrong22@x', 'failed'],
    [3, 'shop3@x', 'failed'],
  ]);
  await one.until(await entered(one, 'shop2@x', { importId, rowNumber: 2 }), 'logged_in');
  await one.until(await entered(one, 'shop3@x', { importId, rowNumber: 3 }), 'logged_in');
  expect(newestImport(one.window)?.counts).toEqual({ waiting: 0, importing: 0, success: 3, failed: 0 });
  expect(await rowsOf(one, importId)).toEqual([
    [1, 'shop1@x', 'success'],
    [2, 'shop2@x', 'success'],
    [3, 'shop3@x', 'success'],
  ]);
  expect(await one.visitor.call(exportFailedRows, { importId })).toMatchObject({ result: 'fail', code: 'not_found' });
});

test('a correction that is cancelled leaves the row as it was', async () => {
  const one = await harness.seller();
  await harness.openSignIns();
  const importId = await imported(one);
  const signInId = await entered(one, 'wrong22@x', { importId, rowNumber: 2 });
  await one.until(signInId, 'failed');
  await one.visitor.call(cancelSignIn, { signInId });
  await one.until(signInId, 'cancelled');
  expect((await rowsOf(one, importId))[1]).toEqual([2, 'wrong2@x', 'failed']);
  expect(newestImport(one.window)?.counts).toEqual({ waiting: 0, importing: 0, success: 1, failed: 2 });
});

test('a row of an import of another account is refused', async () => {
  const [one, stranger] = [await harness.seller(), await harness.seller()];
  await harness.openSignIns();
  const importId = await imported(one);
  expect(await enter(stranger, 'shop2@x', { importId, rowNumber: 2 })).toMatchObject({ code: 'not_found' });
});
