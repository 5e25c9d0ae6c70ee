import { CALLS, type CallInput, type CallOutput, MOST_PASSKEYS } from '@pasar/api';
import { type Answer, fail, success } from '../answer.ts';
import { ATTEMPT_LIFE_MS, beginAttempt, readAttempt } from '../attempts.ts';
import type { SessionContext } from '../handler.ts';
import { presentPasswordFault } from '../present-password.ts';
import { passkeyLibrary } from './passkey-library.ts';

type SecurityCalls = typeof CALLS.security;

/** EdDSA, ES256 and RS256: every device has one of them. */
const ALGORITHMS = [-8, -7, -257] as const;

export async function beginPasskey(
  context: SessionContext,
  { present }: CallInput<SecurityCalls['beginPasskey']>,
): Promise<Answer<CallOutput<SecurityCalls['beginPasskey']>>> {
  const { database, member, secrets, now, origin, uiConfig } = context;
  if (member === null) return fail('authorization_expired');
  const fault = await presentPasswordFault(context, member, present);
  if (fault !== null) return fail(fault);
  const { memberId, username, name } = member.view;
  const known = await database.one<{ credential_id: Buffer }>(member.scope, {
    name: 'credentials-of-member',
    text: 'select credential_id from passkey where member_id = $1',
    values: [memberId],
  });
  if (known.rows.length >= MOST_PASSKEYS) return fail('invalid_request');
  const attempt = beginAttempt(secrets, now, { kind: 'passkey', memberId });
  const { generateRegistrationOptions } = await passkeyLibrary();
  const options = await generateRegistrationOptions({
    rpName: uiConfig.productName,
    rpID: new URL(origin).hostname,
    userName: username,
    userDisplayName: name,
    // The device answers it at a login; it is no name, so that it tells nothing of the person.
    userID: Buffer.from(memberId),
    challenge: Buffer.from(attempt.derive('challenge'), 'base64url'),
    timeout: ATTEMPT_LIFE_MS,
    excludeCredentials: known.rows.map((row) => ({ id: row.credential_id.toString('base64url') })),
    supportedAlgorithmIDs: [...ALGORITHMS],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  context.setAttempt(attempt.cookie);
  return success(CALLS.security.beginPasskey.output.parse({ options }));
}

export async function addPasskey(
  context: SessionContext,
  { name, response }: CallInput<SecurityCalls['addPasskey']>,
): Promise<Answer<CallOutput<SecurityCalls['addPasskey']>>> {
  const { database, member, secrets, now, origin } = context;
  if (member === null) return fail('authorization_expired');
  const attempt = readAttempt(secrets, now, context.attempt, 'passkey');
  context.setAttempt(null);
  if (attempt === null || attempt.about.memberId !== member.view.memberId) return fail('passkey_refused');
  const { verifyRegistrationResponse } = await passkeyLibrary();
  const verified = await verifyRegistrationResponse({
    response: { ...response, response: given(response.response), clientExtensionResults: {} },
    expectedChallenge: attempt.derive('challenge'),
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...ALGORITHMS],
    // The library throws for everything that is not as it should be; none of it is a fault of this server.
  }).catch(() => null);
  if (verified?.registrationInfo === undefined) return fail('passkey_refused');
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const added = await database.one<{ passkey_id: string }>(member.scope, {
    name: 'add-passkey',
    text: `insert into passkey (account_id, member_id, credential_id, public_key, sign_count, transports, is_synced, name)
           values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning passkey_id`,
    values: [
      member.scope.accountId,
      member.view.memberId,
      Buffer.from(credential.id, 'base64url'),
      Buffer.from(credential.publicKey),
      credential.counter,
      credential.transports ?? [],
      credentialBackedUp,
      name,
    ],
  });
  const [row] = added.rows;
  return row === undefined ? fail('passkey_refused') : success({ passkeyId: row.passkey_id });
}

type Given = CallInput<SecurityCalls['addPasskey']>['response']['response'];
const given = ({ transports, ...others }: Given) => (transports === undefined ? others : { ...others, transports });
