import { useReadable } from '../../shell/desk.tsx';
import { closeShopOverlay, shopOverlay } from '../../shell/shop-overlay.ts';
import { AuthorizeDialog } from './authorize-dialog.tsx';
import { ManageDialog } from './manage-dialog.tsx';

/** Whichever dialog about shops is open. */
export function ShopOverlays() {
  const overlay = useReadable(shopOverlay);
  switch (overlay.kind) {
    case 'none':
      return null;
    case 'authorize':
      return <AuthorizeDialog begin={{ kind: 'new', marketplace: overlay.marketplace }} onClose={closeShopOverlay} />;
    case 'again':
      return (
        <AuthorizeDialog
          key={overlay.connectionId}
          begin={{ kind: 'again', connectionId: overlay.connectionId }}
          onClose={closeShopOverlay}
        />
      );
    case 'signIn':
      return (
        <AuthorizeDialog
          key={overlay.signInId}
          begin={{ kind: 'open', signInId: overlay.signInId }}
          onClose={closeShopOverlay}
        />
      );
    case 'manage':
      return <ManageDialog tab={overlay.tab} onClose={closeShopOverlay} />;
  }
}
