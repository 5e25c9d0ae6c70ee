import { type ReactNode, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { isSignedIn } from '../base/cookies.ts';
import { isExpired } from '../base/expired.ts';
import { guard, HOME_PATH, LOGIN_PATH, PROXY_PATH, TIMER_PATH } from '../base/guard.ts';
import { lastScreen } from '../base/last-screen.ts';
import { lazyScreen, withTexts } from '../base/lazy-screen.tsx';
import { CHAT_ROUTES } from '../base/scopes.ts';
import { needChatTexts } from '../features/chat/need-texts.ts';
import { needShellTexts } from './need-texts.ts';

const entrancePage = (name: 'LoginPage' | 'WayInPage') =>
  lazyScreen(() => import('./entrance.ts').then(({ loadEntrance }) => loadEntrance(name)));
const LoginPage = entrancePage('LoginPage');
const WayInPage = entrancePage('WayInPage');
const SettingProxyPage = lazyScreen(() =>
  import('./load-screens.ts').then(({ loadSettingProxy }) => loadSettingProxy()),
);
const OtherPage = lazyScreen(() =>
  withTexts(needShellTexts, () => import('./plain-pages.tsx').then(({ OtherPage }) => OtherPage)),
);
const DeskWindow = lazyScreen(() =>
  withTexts(needChatTexts, () => import('./desk-window.tsx').then(({ DeskWindow }) => DeskWindow)),
);
const ChatPage = lazyScreen(() =>
  withTexts(needChatTexts, () => import('../features/chat/page/chat-page.tsx').then(({ ChatPage }) => ChatPage)),
);

const Accounts = lazyScreen(() => import('./load-screens.ts').then(({ loadAccounts }) => loadAccounts()));
const BulkSend = lazyScreen(() => import('./load-screens.ts').then(({ loadBulkSend }) => loadBulkSend()));
const OrderCare = lazyScreen(() => import('./load-screens.ts').then(({ loadOrderCare }) => loadOrderCare()));
const OrderPages = lazyScreen(() => import('./load-screens.ts').then(({ loadOrderPages }) => loadOrderPages()));
const Remarks = lazyScreen(() => import('./load-screens.ts').then(({ loadRemarks }) => loadRemarks()));
const Search = lazyScreen(() => import('./load-screens.ts').then(({ loadSearch }) => loadSearch()));
const Timer = lazyScreen(() => import('./load-screens.ts').then(({ loadTimer }) => loadTimer()));
const SettingsPage = lazyScreen(() => import('./load-screens.ts').then(({ loadSettingsPage }) => loadSettingsPage()));

/** Loads the signed-in part before it is needed. */
export const loadDesk = (): Promise<unknown> => Promise.all([DeskWindow.load(), ChatPage.load()]);

/** Loads the desk from the person's first key or press on, so that the window is not blank after the login. */
function LoginRoute() {
  useEffect(() => {
    const load = () => void loadDesk();
    addEventListener('keydown', load, { once: true });
    addEventListener('pointerdown', load, { once: true });
    return () => {
      removeEventListener('keydown', load);
      removeEventListener('pointerdown', load);
    };
  }, []);
  return <LoginPage />;
}

/**
 * Draws a page only after the guard has allowed it. When the session ends, the page stays under the dialog that says
 * so.
 */
function Guarded({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation();
  const decision = guard({ pathname, search }, isSignedIn() || isExpired.get());
  return decision.kind === 'allow' ? children : <Navigate to={decision.to} replace />;
}

/** Asked for when the page is entered: after a login it is another member's. */
const Home = () => <Navigate to={lastScreen()} replace />;

export function AppRoutes() {
  return (
    <Guarded>
      <Routes>
        <Route path={HOME_PATH} element={<Home />} />
        <Route path={LOGIN_PATH} element={<LoginRoute />} />
        <Route path="/account/*" element={<WayInPage />} />
        <Route path={PROXY_PATH} element={<SettingProxyPage />} />
        <Route element={<DeskWindow />}>
          {CHAT_ROUTES.map(({ scope, path }) => (
            <Route key={path} path={path} element={<ChatPage scope={scope} />} />
          ))}
          <Route path="/orders/*" element={<OrderPages />} />
          <Route path="/bulk-send" element={<BulkSend />} />
          <Route path="/order-care" element={<OrderCare />} />
          <Route path="/remarks" element={<Remarks />} />
          <Route path="/search" element={<Search />} />
          <Route path="/accounts" element={<Accounts />} />
          <Route path="/settings/*" element={<SettingsPage />} />
          {/* A public path (spec 1 §2), which shows and starts nothing before the login. */}
          {isSignedIn() && <Route path={TIMER_PATH} element={<Timer />} />}
        </Route>
        <Route path="*" element={<OtherPage />} />
      </Routes>
    </Guarded>
  );
}
