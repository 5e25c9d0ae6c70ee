import { CALLS, type CallInput, type CallOutput } from '@pasar/api';
import { asAccountId, asMemberId } from '@pasar/domain';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { findMember } from '../../records/members.ts';
import { openSession } from '../../records/sessions.ts';
import { wholeAccount } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import { ATTEMPT_LIFE_MS, type Attempt, beginAttempt, readAttempt } from '../attempts.ts';
import type { SessionContext } from '../handler.ts';
import { passkeyLibrary } from './passkey-library.ts';

type SecurityCalls = typeof CALLS.security;

export async function beginPasskeyLogin(
  context: SessionContext,
): Promise<Answer<CallOutput<SecurityCalls['beginPasskeyLogin']>>> {
  const attempt = beginAttempt(context.secrets, context.now, { kind: 'passkey-login' });
  const { generateAuthenticationOptions } = await passkeyLibrary();
  const options = await generateAuthenticationOptions({
    rpID: new URL(context.origin).hostname,
    challenge: Buffer.from(attempt.derive('challenge'), 'base64url'),
    timeout: ATTEMPT_LIFE_MS,
    userVerification: 'required',
  });
  context.setAttempt(attempt.cookie);
  return success(CALLS.security.beginPasskeyLogin.output.parse({ options }));
}

type Response = CallInput<SecurityCalls['logInWithPasskey']>['response'];

export async function logInWithPasskey(
  context: SessionContext,
  { response }: CallInput<SecurityCalls['logInWithPasskey']>,
): Promise<Answer<CallOutput<SecurityCalls['logInWithPasskey']>>> {
  const { database, secrets, now, emptyMeansAll, userAgent, address, loginLimits } = context;
  const attempt = readAttempt(secrets, now, context.attempt, 'passkey-login');
  context.setAttempt(null);
  if (attempt === null) return fail('passkey_refused');
  // Wrong answers count at their address, as wrong passwords do.
  const counted = loginLimits.begin(address, `passkey ${response.id.slice(0, 64)}`);
  if (counted === null) return fail('too_frequent');
  const owner = await ownerOf(context, response.id);
  if (owner === null || !(await isAnswered(context, attempt, owner, response))) return fail('passkey_refused');
  const member = await findMember(database, owner.accountId, owner.memberId, emptyMeansAll);
  if (member === null) return fail('passkey_refused');
  counted.succeeded();
  context.signIn(await openSession(database, member, { userAgent, address }), member);
  return success({ member: member.view });
}

async function ownerOf({ database }: Pick<SessionContext, 'database'>, credentialId: string) {
  const [found] = await database.query<{ account_id: string; member_id: string }>(
    'find-passkey',
    'select account_id, member_id from pasar_find_passkey($1)',
    [Buffer.from(credentialId, 'base64url')],
  );
  return found === undefined
    ? null
    : { accountId: asAccountId(found.account_id), memberId: asMemberId(found.member_id) };
}

/**
 * Whether the passkey has answered the challenge, for the first time. The row is locked meanwhile, so that an answer
 * that is sent twice at the same time counts once.
 */
function isAnswered(
  { database, origin }: Pick<SessionContext, 'database' | 'origin'>,
  attempt: Pick<Attempt, 'endsAt' | 'derive'>,
  { accountId, memberId }: NonNullable<Awaited<ReturnType<typeof ownerOf>>>,
  response: Response,
): Promise<boolean> {
  const { userHandle } = response.response;
  const isOfAnother = userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString('utf8') !== memberId;
  if (isOfAnother) return Promise.resolve(false);
  return database.within(wholeAccount(accountId), async (transaction) => {
    const credentialId = Buffer.from(response.id, 'base64url');
    const found = await transaction.query<{ public_key: Buffer; sign_count: string; is_new: boolean }>(
      `select public_key, sign_count, answered_until is null or answered_until < to_timestamp($2 / 1000.0) as is_new
       from passkey where credential_id = $1 for update`,
      [credentialId, attempt.endsAt],
    );
    const [row] = found.rows;
    if (row === undefined || !row.is_new) return false;
    const { verifyAuthenticationResponse } = await passkeyLibrary();
    const verified = await verifyAuthenticationResponse({
      response: toLibrary(response),
      expectedChallenge: attempt.derive('challenge'),
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(row.public_key),
        counter: Number(row.sign_count),
      },
      // The library throws for everything that is not as it should be; none of it is a fault of this server.
    }).catch(() => null);
    if (verified?.verified !== true) return false;
    const { newCounter, credentialBackedUp } = verified.authenticationInfo;
    await transaction.query(
      `update passkey set sign_count = $2, is_synced = $3, used_at = now(), answered_until = to_timestamp($4 / 1000.0)
       where credential_id = $1`,
      [credentialId, newCounter, credentialBackedUp, attempt.endsAt],
    );
    return true;
  });
}

const toLibrary = ({ response: { userHandle, ...answer }, ...others }: Response): AuthenticationResponseJSON => ({
  ...others,
  response: userHandle === undefined ? answer : { ...answer, userHandle },
  clientExtensionResults: {},
});
