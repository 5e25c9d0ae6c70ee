import { type Grant, holds, type PermissionKey } from '@pasar/domain';
import { z } from 'zod';

/**
 * Who may make a call: anybody, any signed-in member, the same but no API token, a member who holds a permission key
 * (spec 1 §6) or one of several, an API token that holds a key and nobody else, or the main account alone.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'person' }
  | { readonly kind: 'member' }
  | { readonly kind: 'permission'; readonly key: PermissionKey }
  | { readonly kind: 'anyOf'; readonly keys: readonly PermissionKey[] }
  | { readonly kind: 'program'; readonly key: PermissionKey }
  | { readonly kind: 'main' };

/** Access to what only signed-in members are given: the live stream and pictures. */
export type MemberAccess = Extract<Access, { readonly kind: 'member' | 'permission' }>;

/** Access to a picture. */
export type MediaAccess = MemberAccess | Extract<Access, { readonly kind: 'anyOf' }>;

/** One backend call: its path under the origin, who may make it, and the shapes of its input and output. */
export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly path: `/api/${string}`;
  readonly method: 'GET' | 'POST';
  readonly access: Access;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
}
export type CallInput<C extends Call> = z.infer<C['input']>;
export type CallOutput<C extends Call> = z.infer<C['output']>;

export const defineCall = <Input extends z.ZodType, Output extends z.ZodType>(
  call: Call<Input, Output>,
): Call<Input, Output> => call;

export const PUBLIC: Access = { kind: 'public' };
export const MEMBER: MemberAccess = { kind: 'member' };
/** What is about the person's own login. An API token acts for the account, and has no login. */
export const PERSON: Access = { kind: 'person' };
export const MAIN: Access = { kind: 'main' };
/** What only programs do: a person's login does not open it, not even that of the main account. */
export const program = (key: PermissionKey): Access => ({ kind: 'program', key });
export const permission = (key: PermissionKey): MemberAccess => ({ kind: 'permission', key });
/** What serves several features alike: each of their keys opens it. */
export const anyOf = (...keys: readonly PermissionKey[]): MediaAccess => ({ kind: 'anyOf', keys });

/** Whether a signed-in member's rights open the thing that has this access row. */
export function opens(grant: Grant, access: Access): boolean {
  switch (access.kind) {
    case 'public':
    case 'person':
    case 'member':
      return true;
    case 'permission':
    case 'program':
      return holds(grant, access.key);
    case 'anyOf':
      return access.keys.some((key) => holds(grant, key));
    case 'main':
      return grant.isMain;
  }
}

/** The backend code of an expired authorisation (spec 2 §8). */
export const AUTHORIZATION_EXPIRED_CODE = 50001;

/**
 * What every call answers (spec 2 §8). `reason` is a sentence in the language of Accept-Language; `code` is stable:
 * 50001 for an expired authorisation, else a reason code of the domain; `detail` holds the other side's own words.
 */
export const failAnswer = z.object({
  result: z.literal('fail'),
  reason: z.string(),
  code: z.union([z.literal(AUTHORIZATION_EXPIRED_CODE), z.string()]),
  detail: z.string().nullable(),
});
export type FailAnswer = z.infer<typeof failAnswer>;
export const successAnswer = <Data extends z.ZodType>(data: Data) => z.object({ result: z.literal('success'), data });
