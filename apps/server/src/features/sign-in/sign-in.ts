import { type CALLS, type CallInput, type CallOutput, type ChallengeView, challengeView } from '@pasar/api';
import { canSignInMove, LIMITS, type Locale, MARKETPLACE_COUNTRIES, type SignInState } from '@pasar/domain';
import { notifySignIn } from '../../records/change-feed.ts';
import type { Member } from '../../records/members.ts';
import { SIGN_IN_COLUMNS, type SignInRow, tellSignIn, toSignInView } from '../../records/sign-ins.ts';
import { whyNotBy } from '../../records/subjects.ts';
import type { Transaction } from '../../storage/database.ts';
import { type SecretBox, SecretRefused } from '../../storage/secrets.ts';
import { type Answer, fail, success } from '../answer.ts';

type Shops = typeof CALLS.signIn;
type One = Answer<{ signIn: CallOutput<Shops['startSignIn']>['signIn'] }>;

/** The context of calls about sign-ins: the member's transaction, and the box for secrets. */
export interface SignInContext {
  readonly transaction: Transaction;
  readonly member: Member;
  readonly secrets: SecretBox;
  readonly locale: Locale;
  /** Most shops of an account; null for no limit. */
  readonly shopQuota: number | null;
  readonly now: number;
}

/** Stores the sign-in; an engine claims it at once. The password is sealed in the same transaction. */
export async function startSignIn(context: SignInContext, input: CallInput<Shops['startSignIn']>): Promise<One> {
  if (!MARKETPLACE_COUNTRIES[input.marketplace].includes(input.country)) return fail('site_not_served');
  const known = await context.transaction.query<{ connection_id: string }>(
    'select connection_id from connection where marketplace = $1 and identifier = $2 and country = $3',
    [input.marketplace, input.identifier, input.country],
  );
  const connectionId = known.rows[0]?.connection_id ?? null;
  if (connectionId === null && (await isFull(context))) return fail('shop_quota_full');
  const whyNot = await whyNotBy(context.transaction, context.member, input.ipSubjectId);
  if (whyNot !== null) return fail(whyNot);
  if (input.corrects && !(await isSeen(context, input.corrects.importId))) return fail('not_found');
  return begin(context, { ...input, connectionId });
}

async function isSeen({ transaction }: SignInContext, importId: string): Promise<boolean> {
  const found = await transaction.query('select from shop_import where import_id = $1', [importId]);
  return found.rows.length > 0;
}

export async function signInAgain(context: SignInContext, input: CallInput<Shops['signInAgain']>): Promise<One> {
  const found = await context.transaction.query<{ marketplace: string; country: string; identifier: string }>(
    `select marketplace, country, identifier from connection c where connection_id = $1
       and exists (select from shop s where s.connection_id = c.connection_id)`,
    [input.connectionId],
  );
  const known = found.rows[0];
  if (!known) return fail('not_found');
  return begin(context, { ...known, connectionId: input.connectionId, password: input.password });
}

/**
 * Checked before a person answers challenges in vain; the shops of a login are counted again when the login is bound.
 */
async function isFull({ transaction, shopQuota }: SignInContext): Promise<boolean> {
  if (shopQuota === null) return false;
  const found = await transaction.query<{ number: string }>('select count(*) as number from shop');
  return Number(found.rows[0]?.number ?? 0) >= shopQuota;
}

interface NewSignIn {
  readonly marketplace: string;
  readonly country: string;
  readonly identifier: string;
  readonly connectionId: string | null;
  readonly password?: string | undefined;
  /** The proxy of the login and later of its shops; a known login keeps its own. */
  readonly ipSubjectId?: string | undefined;
  readonly corrects?: CallInput<Shops['startSignIn']>['corrects'];
}

/**
 * A member has one open sign-in for a login: a second call answers the one under way. With another password it starts
 * over, whatever its state.
 */
async function begin(context: SignInContext, wanted: NewSignIn): Promise<One> {
  const { transaction, member, now } = context;
  const login = [member.view.memberId, wanted.marketplace, wanted.identifier, wanted.country] as const;
  // The lock makes two simultaneous clicks one sign-in.
  await transaction.query(
    `select pg_advisory_xact_lock(hashtextextended($1 || '/' || $2 || '/' || $3 || '/' || $4, 0))`,
    [...login],
  );
  await leaveRow(context, wanted);
  const open = await transaction.query<SignInRow>(
    `select ${SIGN_IN_COLUMNS} from sign_in where member_id = $1 and marketplace = $2 and identifier = $3
       and country = $4 and import_id is null and state in ('waiting', 'logging_in') order by created_at desc limit 1
     for update`,
    [...login],
  );
  const [underWay] = open.rows;
  if (underWay) return goOn(context, underWay, wanted);
  // A sign-in that asked for its code a moment ago is continued: a new one would send another code (spec 2 §9).
  const asked = await transaction.query<SignInRow>(
    `select ${SIGN_IN_COLUMNS} from sign_in where member_id = $1 and marketplace = $2 and identifier = $3
       and country = $4 and import_id is null and state = 'challenged' and challenge->>'kind' = 'code' and challenged_at > $5
     order by challenged_at desc limit 1 for update`,
    [...login, now - LIMITS.otpBatchMs],
  );
  const [waiting] = asked.rows;
  if (waiting) return goOn(context, waiting, wanted);
  // An older sign-in that waits for an answer or another attempt is cancelled: the marketplace accepts only the newest
  // code.
  const older = await transaction.query<SignInRow>(
    `select ${SIGN_IN_COLUMNS} from sign_in where member_id = $1 and marketplace = $2 and identifier = $3
       and country = $4 and import_id is null and state in ('challenged', 'failed') for update`,
    [...login],
  );
  for (const row of older.rows) await giveUp(context, row);
  const inserted = await transaction.query<SignInRow>(
    `insert into sign_in (account_id, member_id, marketplace, country, identifier, connection_id, ip_subject_id, created_at,
       corrects_import_id, corrects_row)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${SIGN_IN_COLUMNS}`,
    [
      member.scope.accountId,
      member.view.memberId,
      wanted.marketplace,
      wanted.country,
      wanted.identifier,
      wanted.connectionId,
      wanted.ipSubjectId ?? null,
      now,
      wanted.corrects?.importId ?? null,
      wanted.corrects?.rowNumber ?? null,
    ],
  );
  const [row] = inserted.rows;
  if (!row) return fail('request_exception');
  if (wanted.password !== undefined) await sealPassword(context, row.sign_in_id, wanted.password);
  return told(context, row);
}

/** Answers the sign-in as it is. With another password it starts over, by the proxy that is chosen now. */
async function goOn(context: SignInContext, known: SignInRow, wanted: NewSignIn): Promise<One> {
  const row = await correcting(context, known, wanted);
  if ((await takePassword(context, row, wanted.password)) === 'same') {
    return row === known ? success({ signIn: toSignInView(row) }) : told(context, row);
  }
  await context.transaction.query('update sign_in set ip_subject_id = $2 where sign_in_id = $1', [
    row.sign_in_id,
    wanted.ipSubjectId ?? null,
  ]);
  return move(context, row, 'waiting', false);
}

/** The earlier sign-in by hand of a row of an import no longer stands in place of the row. */
async function leaveRow({ transaction }: SignInContext, { corrects }: NewSignIn): Promise<void> {
  if (corrects === undefined) return;
  const place = [corrects.importId, corrects.rowNumber] as const;
  // The lock makes two windows that correct the same row do so one after the other.
  await transaction.query(`select pg_advisory_xact_lock(hashtextextended($1::text || '/' || $2::text, 0))`, [...place]);
  await transaction.query(
    `update sign_in set corrects_import_id = null, corrects_row = null
     where corrects_import_id = $1 and corrects_row = $2`,
    [...place],
  );
}

/** The sign-in, which from now on stands in place of the failed row of an import, where it was entered for one. */
async function correcting({ transaction }: SignInContext, row: SignInRow, { corrects }: NewSignIn): Promise<SignInRow> {
  if (corrects === undefined) return row;
  const changed = await transaction.query<SignInRow>(
    `update sign_in set corrects_import_id = $2, corrects_row = $3 where sign_in_id = $1 returning ${SIGN_IN_COLUMNS}`,
    [row.sign_in_id, corrects.importId, corrects.rowNumber],
  );
  return changed.rows[0] ?? row;
}

/**
 * Seals a password that differs from the previous one. The results of the earlier attempt are deleted, because its
 * cookies, its continuation and its answer belong to the other password. The earlier claim is over, so its late results
 * are not written.
 */
async function takePassword(
  context: SignInContext,
  { sign_in_id: signInId }: SignInRow,
  password: string | undefined,
): Promise<'same' | 'new'> {
  if (password === undefined) return 'same';
  const { transaction, member, secrets } = context;
  const place = { accountId: member.scope.accountId, ownerId: signInId, field: 'password' } as const;
  if (password === (await secrets.read(transaction, place).catch(nullWhenRefused))) return 'same';
  await transaction.query('delete from secret where owner_id = $1', [signInId]);
  await sealPassword(context, signInId, password);
  return 'new';
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof SecretRefused) return null;
  throw error;
}

const sealPassword = ({ transaction, member, secrets }: SignInContext, signInId: string, password: string) =>
  secrets.store(transaction, { accountId: member.scope.accountId, ownerId: signInId, field: 'password' }, password);

export async function answerChallenge(
  context: SignInContext,
  input: CallInput<Shops['answerChallenge']>,
): Promise<One> {
  const row = await lock(context, input.signInId);
  if (!row) return fail('not_found');
  if (row.state !== 'challenged') return fail('sign_in_not_waiting');
  const { signInId, ...answer } = input;
  const wrong = whyNot(challengeView.parse(row.challenge), answer.kind, context.now);
  if (wrong) return wrong;
  await context.secrets.store(
    context.transaction,
    { accountId: context.member.scope.accountId, ownerId: signInId, field: 'answer' },
    JSON.stringify(answer),
  );
  // A request for another code keeps the challenge; every other answer ends it.
  return move(context, row, 'waiting', answer.kind === 'resend');
}

function whyNot(
  asked: ChallengeView,
  answered: CallInput<Shops['answerChallenge']>['kind'],
  now: number,
): Answer<never> | null {
  if (answered === 'newPicture')
    return asked.kind === 'captcha' ? null : fail('invalid_request', `asked: ${asked.kind}`);
  if (answered !== 'resend') return answered === asked.kind ? null : fail('invalid_request', `asked: ${asked.kind}`);
  if (asked.kind !== 'code' || asked.resendAt === null) return fail('invalid_request', 'no code to send again');
  return now < asked.resendAt ? fail('verification_code_not_sent') : null;
}

export async function retrySignIn(context: SignInContext, input: CallInput<Shops['retrySignIn']>): Promise<One> {
  const row = await lock(context, input.signInId);
  if (!row) return fail('not_found');
  if (row.state !== 'failed') return fail('sign_in_not_waiting');
  await takePassword(context, row, input.password);
  return move(context, row, 'waiting', false);
}

export async function cancelSignIn(context: SignInContext, input: CallInput<Shops['cancelSignIn']>): Promise<One> {
  const row = await lock(context, input.signInId);
  if (!row) return fail('not_found');
  if (!canSignInMove(row.state, 'cancelled')) return fail('sign_in_not_waiting');
  return giveUp(context, row);
}

/** Deletes the secrets of the sign-in and cancels it. */
async function giveUp(context: SignInContext, row: SignInRow): Promise<One> {
  await context.transaction.query('delete from secret where owner_id = $1', [row.sign_in_id]);
  return move(context, row, 'cancelled', false);
}

export async function signIns({ transaction, member }: SignInContext): Promise<Answer<CallOutput<Shops['signIns']>>> {
  const found = await transaction.query<SignInRow>({
    name: 'sign-ins',
    text: `select ${SIGN_IN_COLUMNS} from sign_in where member_id = $1
             and (import_id is null or challenged_at is not null)
             and state in ('waiting', 'logging_in', 'challenged', 'failed') and (import_id is null or state <> 'failed')
           order by created_at desc limit 50`,
    values: [member.view.memberId],
  });
  return success({ signIns: found.rows.map(toSignInView) });
}

async function lock({ transaction }: SignInContext, signInId: string): Promise<SignInRow | null> {
  const found = await transaction.query<SignInRow>(
    `select ${SIGN_IN_COLUMNS} from sign_in where sign_in_id = $1 for update`,
    [signInId],
  );
  return found.rows[0] ?? null;
}

async function move(
  context: SignInContext,
  row: SignInRow,
  state: SignInState,
  isChallengeKept: boolean,
): Promise<One> {
  const moved = await context.transaction.query<SignInRow>(
    `update sign_in set state = $2, attempts = 0, not_before = 0, refusal_reason = null, refusal_detail = null,
       challenge = case when $3 then challenge end where sign_in_id = $1 returning ${SIGN_IN_COLUMNS}`,
    [row.sign_in_id, state, isChallengeKept],
  );
  return told(context, moved.rows[0] ?? row);
}

async function told({ transaction, member }: SignInContext, row: SignInRow): Promise<One> {
  await notifySignIn(transaction);
  return success({ signIn: await tellSignIn(transaction, member.scope.accountId, row) });
}
