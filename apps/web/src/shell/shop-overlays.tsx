import { useReadable } from '../base/desk.tsx';
import { May } from '../base/may.tsx';
import { closeShopOverlay, type SignInOverlay, shopOverlays } from '../base/shops/overlay.ts';
import { IsolationPanel } from '../features/routing/isolation-panel.tsx';
import { GroupsPanel } from '../features/shop-groups/groups-panel.tsx';
import { WorkbookPanel } from '../features/shop-workbook/workbook-panel.tsx';
import { ManageDialog } from '../features/shops/manage-dialog.tsx';
import { AuthorizeDialog } from '../features/sign-in/authorize-dialog.tsx';
import type { Begin } from '../features/sign-in/begin.ts';
import { ImportPanel } from '../features/sign-in/import-panel.tsx';
import { OpenSignIns } from '../features/sign-in/open-sign-ins.tsx';

const PARTS = { OpenSignIns, GroupsPanel, ImportPanel, WorkbookPanel, IsolationPanel };

/** The open dialogs about shops. Shop management stays open under a sign-in that was started in it. */
export function ShopOverlays() {
  const { manage, signIn } = useReadable(shopOverlays);
  return (
    <May keys={['shopManager']}>
      {manage !== null && <ManageDialog tab={manage} parts={PARTS} onClose={closeShopOverlay} />}
      {signIn !== null && <AuthorizeDialog key={keyOf(signIn)} begin={beginOf(signIn)} onClose={closeShopOverlay} />}
    </May>
  );
}

function keyOf(overlay: SignInOverlay): string {
  switch (overlay.kind) {
    case 'authorize':
      return overlay.kind;
    case 'correct':
      return `${overlay.row.importId}/${overlay.row.rowNumber}`;
    case 'again':
      return overlay.connectionId;
    case 'signIn':
      return overlay.signInId;
  }
}

function beginOf(overlay: SignInOverlay): Begin {
  switch (overlay.kind) {
    case 'authorize':
      return {
        kind: 'new',
        login: { marketplace: overlay.marketplace, country: null, identifier: '' },
        corrects: null,
      };
    case 'correct':
      return { kind: 'new', login: overlay.login, corrects: overlay.row };
    case 'again':
      return overlay;
    case 'signIn':
      return { kind: 'open', signInId: overlay.signInId };
  }
}
