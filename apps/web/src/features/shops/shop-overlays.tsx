import { useReadable } from '../../shell/desk.tsx';
import { May } from '../../shell/may.tsx';
import { closeShopOverlay, type SignInOverlay, shopOverlays } from '../../shell/shop-overlay.ts';
import { AuthorizeDialog } from './authorize-dialog.tsx';
import type { Begin } from './begin.ts';
import { ManageDialog } from './manage-dialog.tsx';

/** Whatever is open about shops. Shop management stays under a sign-in that was begun in it. */
export function ShopOverlays() {
  const { manage, signIn } = useReadable(shopOverlays);
  return (
    <May keys={['shopManager']}>
      {manage !== null && <ManageDialog tab={manage} onClose={closeShopOverlay} />}
      {signIn !== null && <AuthorizeDialog key={keyOf(signIn)} begin={beginOf(signIn)} onClose={closeShopOverlay} />}
    </May>
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
