import type { ComponentType } from 'react';
import { useReadable } from '../../base/desk.tsx';
import { closeShopOverlay, type SignInOverlay, shopOverlays } from '../../base/shops/overlay.ts';
import { ManageDialog } from './manage-dialog.tsx';
import { AuthorizeDialog } from './sign-in/authorize-dialog.tsx';
import type { Begin } from './sign-in/begin.ts';

/** Whatever is open about shops. Shop management stays under a sign-in that was begun in it. */
export function ShopOverlays({ isolation }: { readonly isolation: ComponentType }) {
  const { manage, signIn } = useReadable(shopOverlays);
  return (
    <>
      {manage !== null && <ManageDialog tab={manage} isolation={isolation} onClose={closeShopOverlay} />}
      {signIn !== null && <AuthorizeDialog key={keyOf(signIn)} begin={beginOf(signIn)} onClose={closeShopOverlay} />}
    </>
  );
}

function keyOf(overlay: SignInOverlay): string {
  switch (overlay.kind) {
    case 'authorize':
      return overlay.kind;
    case 'again':
      return overlay.connectionId;
    case 'signIn':
      return overlay.signInId;
  }
}

function beginOf(overlay: SignInOverlay): Begin {
  switch (overlay.kind) {
    case 'authorize':
      return { kind: 'new', marketplace: overlay.marketplace };
    case 'again':
      return overlay;
    case 'signIn':
      return { kind: 'open', signInId: overlay.signInId };
  }
}
