import { holds, type PermissionKey } from '@pasar/domain';
import type { DeskState } from '@pasar/sync';
import type { ReactNode } from 'react';
import { useDeskState } from './desk.tsx';

/** A permission rule (spec 1 §5): the member needs any one of these keys. */
export type Keys = readonly [PermissionKey, ...PermissionKey[]];

/** Whether the signed-in member holds one of these keys; false until the member is known. */
export function useMay(keys: Keys): boolean {
  return useDeskState(({ member }: DeskState) => member !== null && keys.some((key) => holds(member, key)));
}

/** Removes its children unless the member holds one of these keys (spec 1 §2). */
export function May({ keys, children }: { readonly keys: Keys; readonly children: ReactNode }): ReactNode {
  return useMay(keys) ? children : null;
}
