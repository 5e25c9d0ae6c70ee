import { describeSendingUnderFire } from './sending.ts';

describeSendingUnderFire('shopee');
