import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { jsonList, jsonListAs, storableJson } from '../../storage/storable.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.statistics;

export async function rates({
  transaction,
}: Pick<MemberContext, 'transaction'>): Promise<Answer<CallOutput<Calls['rates']>>> {
  const found = await transaction.query<{
    readonly currency: string;
    readonly base: string;
    readonly rate: string;
    readonly as_of: string;
    readonly saved_by: string;
    readonly saved_at: string;
  }>({
    name: 'currency-rates',
    text: `select currency, base, trim_scale(rate)::text as rate, as_of, saved_by, saved_at
      from currency_rate order by currency`,
  });
  const [first] = found.rows;
  return success({
    base: first?.base ?? null,
    rates: found.rows.map(({ currency, rate, as_of }) => ({ currency, rate, asOf: as_of })),
    savedBy: first?.saved_by ?? null,
    savedAt: first === undefined ? null : Number(first.saved_at),
  });
}

/** The rates take the place of all before, so that what is shown has one base. */
export async function saveRates(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  { base, rates: given }: CallInput<Calls['saveRates']>,
): Promise<Answer<CallOutput<Calls['saveRates']>>> {
  const { accountId } = member.scope;
  await transaction.query('delete from currency_rate where account_id = $1', [accountId]);
  await transaction.query(
    `insert into currency_rate (account_id, currency, base, rate, as_of, saved_by, saved_at)
     select $1, rate ->> 'currency', $2, (rate ->> 'rate')::numeric, rate ->> 'asOf', $3, $4
     from unnest(${jsonListAs('$5', 'jsonb')}) as given (rate)`,
    [
      accountId,
      base,
      member.view.name,
      now,
      jsonList(given.filter(({ currency }) => currency !== base).map((rate) => storableJson(rate))),
    ],
  );
  return success({});
}
