import { PASSWORD_LENGTH } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, PERSON, PUBLIC } from '../contract/call.ts';
import { fromJson } from '../contract/form.ts';
import { memberView } from '../facts/views.ts';

/** Most passkeys of a member (our choice). */
export const MOST_PASSKEYS = 20;

const present = z.string().min(1, 'password_required').max(PASSWORD_LENGTH.most);
const time = z.number().int().nonnegative();
/** Bytes as WebAuthn writes them in JSON: base64url without padding. */
const bytes = z
  .string()
  .regex(/^[\w-]+$/)
  .max(20_000);

const passkeyView = z.object({
  passkeyId: z.uuid(),
  name: z.string(),
  createdAt: time,
  /** Null where nobody has logged in with it yet. */
  usedAt: time.nullable(),
  /** The person's other devices have it, too. */
  isSynced: z.boolean(),
});
export type PasskeyView = z.infer<typeof passkeyView>;

/** ours. */
export const passkeys = defineCall({
  path: '/api/desk/passkeys',
  method: 'POST',
  access: PERSON,
  summary: "The member's passkeys",
  input: z.object({}),
  output: z.object({ passkeys: z.array(passkeyView) }),
});

/**
 * ours: what the browser's `navigator.credentials.create` is given. The present password is asked for, so that an
 * unattended window is not enough. The challenge is bound to this browser by a cookie, and ends after five minutes.
 */
export const beginPasskey = defineCall({
  path: '/api/desk/beginPasskey',
  method: 'POST',
  access: PERSON,
  summary: 'Begin to add a passkey',
  input: z.object({ present }),
  output: z.object({
    options: z.object({
      challenge: bytes,
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: bytes, name: z.string(), displayName: z.string() }),
      pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
      timeout: z.number().int(),
      excludeCredentials: z.array(z.object({ id: bytes, type: z.literal('public-key') })),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      }),
      attestation: z.literal('none'),
    }),
  }),
});

const credential = { id: bytes, rawId: bytes, type: z.literal('public-key') };

/** ours: what `navigator.credentials.create` answered, and the name under which the member finds the passkey again. */
export const addPasskey = defineCall({
  path: '/api/desk/addPasskey',
  method: 'POST',
  access: PERSON,
  summary: 'Add the passkey that the browser has made',
  input: z.object({
    name: z.string().trim().max(60),
    response: fromJson(
      z.object({
        ...credential,
        response: z.object({
          clientDataJSON: bytes,
          attestationObject: bytes,
          transports: z.array(z.string().max(40)).max(20).optional(),
        }),
      }),
    ),
  }),
  output: z.object({ passkeyId: z.uuid() }),
});

/** ours. */
export const removePasskey = defineCall({
  path: '/api/desk/removePasskey',
  method: 'POST',
  access: PERSON,
  summary: 'Remove a passkey: nobody logs in with it any more',
  input: z.object({ passkeyId: z.uuid(), present }),
  output: z.object({}),
});

/** ours: the device itself knows whose passkeys it has, so no name is asked for. */
export const beginPasskeyLogin = defineCall({
  path: '/api/desk/beginPasskeyLogin',
  method: 'POST',
  access: PUBLIC,
  summary: 'Begin to log in with a passkey',
  input: z.object({}),
  output: z.object({
    options: z.object({
      challenge: bytes,
      rpId: z.string(),
      timeout: z.number().int(),
      userVerification: z.literal('required'),
    }),
  }),
});

/**
 * ours: what `navigator.credentials.get` answered. The device has asked for a finger, a face or a PIN, so the passkey
 * counts as both factors, and no code is asked for.
 */
export const logInWithPasskey = defineCall({
  path: '/api/desk/logInWithPasskey',
  method: 'POST',
  access: PUBLIC,
  summary: 'Log in with a passkey',
  input: z.object({
    response: fromJson(
      z.object({
        ...credential,
        response: z.object({
          clientDataJSON: bytes,
          authenticatorData: bytes,
          signature: bytes,
          userHandle: bytes.optional(),
        }),
      }),
    ),
  }),
  output: z.object({ member: memberView }),
});
