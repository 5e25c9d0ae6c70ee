import { type AccountId, asAccountId, type Marketplace, OWN_LIMITS } from '@pasar/domain';
import { SIGN_IN_COLUMNS, type SignInRow, tellSignIn } from '../../records/sign-ins.ts';
import { type Database, newHolder, wholeAccount } from '../../storage/database.ts';

/**
 * A sign-in that this process carries out. Each claim has an id of its own, so that the result of an expired claim is
 * not written.
 */
export interface ClaimedSignIn {
  readonly accountId: AccountId;
  readonly claimId: string;
  readonly row: SignInRow;
}

/** How many more sign-ins a process can take: in total, and of each marketplace. */
export interface Room {
  readonly all: number;
  readonly of: Readonly<Record<Marketplace, number>>;
}

/**
 * Claims waiting sign-ins, and those whose process died, oldest first and a few of each account at a time, so that a
 * long import leaves room for sign-ins by hand. The database's clock decides whether a claim has lapsed.
 */
export async function claimSignIns(database: Database, now: number, room: Room): Promise<ClaimedSignIn[]> {
  const ready = await database.query<{ account_id: string; sign_in_id: string }>(
    'ready-sign-ins',
    `select account_id, sign_in_id from (
       select queue.*, row_number() over (partition by marketplace
         order by import_id is not null, created_at, row_number) as turn from (
       select s.account_id, s.marketplace, s.sign_in_id, s.created_at, s.row_number, s.import_id,
         row_number() over (partition by s.account_id order by s.import_id is not null, s.created_at, s.row_number)
           + (select count(*) from sign_in busy where busy.account_id = s.account_id and busy.state = 'logging_in'
               and busy.claim_until > clock_timestamp()) as place
       from sign_in s
       where (s.state = 'waiting' and s.not_before <= $1) or (s.state = 'logging_in' and s.claim_until < clock_timestamp())
       ) queue where place <= $2 or import_id is null
     ) ready join unnest($4::text[], $5::int[]) as room (marketplace, free) using (marketplace)
     where turn <= free order by import_id is not null, created_at, row_number limit $3`,
    [now, OWN_LIMITS.signInsAtOnce, room.all, Object.keys(room.of), Object.values(room.of)],
  );
  const claimed: ClaimedSignIn[] = [];
  for (const { account_id, sign_in_id } of ready) {
    const one = await claim(database, asAccountId(account_id), sign_in_id);
    if (one) claimed.push(one);
  }
  return claimed;
}

/** Null when another process was quicker. */
function claim(database: Database, accountId: AccountId, signInId: string): Promise<ClaimedSignIn | null> {
  const claimId = newHolder();
  return database.within(wholeAccount(accountId), async (transaction) => {
    const claimed = await transaction.query<SignInRow>(
      `update sign_in set state = 'logging_in', attempts = attempts + 1, claim_holder = $2,
         claim_until = clock_timestamp() + $3 * interval '1 millisecond'
       where sign_in_id = $1 and (state = 'waiting' or (state = 'logging_in' and claim_until < clock_timestamp()))
       returning ${SIGN_IN_COLUMNS}`,
      [signInId, claimId, OWN_LIMITS.signInClaimMs],
    );
    const [row] = claimed.rows;
    if (row) await tellSignIn(transaction, accountId, row);
    return row ? { accountId, claimId, row } : null;
  });
}

/** Extends a claim that is still being worked on: with a slow proxy a sign-in may take longer than one claim lasts. */
export async function renewClaim(database: Database, { accountId, claimId, row }: ClaimedSignIn): Promise<void> {
  await database.within(wholeAccount(accountId), (transaction) =>
    transaction.query(
      `update sign_in set claim_until = clock_timestamp() + $3 * interval '1 millisecond'
       where sign_in_id = $1 and claim_holder = $2 and state = 'logging_in'`,
      [row.sign_in_id, claimId, OWN_LIMITS.signInClaimMs],
    ),
  );
}

/** Gives up challenges that were not answered in time: their code or picture is no longer valid. */
export async function giveUpUnanswered(database: Database, now: number): Promise<void> {
  const stale = await database.query<{ account_id: string; sign_in_id: string }>(
    'unanswered-sign-ins',
    `select account_id, sign_in_id from sign_in where state = 'challenged' and challenged_at < $1 limit 100`,
    [now - OWN_LIMITS.challengeLifeMs],
  );
  for (const { account_id, sign_in_id } of stale) {
    const accountId = asAccountId(account_id);
    await database.within(wholeAccount(accountId), async (transaction) => {
      const moved = await transaction.query<SignInRow>(
        `update sign_in set state = 'failed', challenge = null, refusal_reason = 'challenge_unanswered',
           refusal_detail = null where sign_in_id = $1 and state = 'challenged' returning ${SIGN_IN_COLUMNS}`,
        [sign_in_id],
      );
      const [row] = moved.rows;
      if (row) await tellSignIn(transaction, accountId, row);
    });
  }
}
