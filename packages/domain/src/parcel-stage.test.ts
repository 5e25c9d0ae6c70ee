import { describe, expect, test } from 'vitest';
import type { ParcelStage } from './order.ts';
import { orderParcelStage, parcelStage } from './parcel-stage.ts';
import type { PARCEL_WORDS } from './parcel-words.ts';

const stageOf = (text: string) => parcelStage([{ at: 2, text }])?.stage;

/** Texts as carriers write them, by the language of the site. */
const TEXTS: Readonly<Record<keyof typeof PARCEL_WORDS, Readonly<Record<ParcelStage, readonly string[]>>>> = {
  en: {
    onTheWay: [
      'Sender is preparing to ship your parcel',
      'Parcel has departed from sorting facility',
      'Your parcel has arrived at the delivery hub: Woodlands Hub',
      'Delivery attempt was unsuccessful: recipient not at home',
      'Delivery attempt failed. We will try again on the next working day.',
      'Parcel could not be delivered and will be returned to the seller',
      'Parcel has been delivered to the courier',
      'Your parcel is expected to be delivered by 28 Nov',
      'Package delivered to collection point and ready for pickup',
      'Your parcel is scheduled to be out for delivery tomorrow',
      'Undelivered: wrong address',
    ],
    outForDelivery: [
      'Parcel is out for delivery',
      'Your parcel is OUT-FOR-DELIVERY and will be delivered today by Rider Ahmad (+60 12-345)',
      'WITH DELIVERY COURIER [JAKARTA SELATAN]',
    ],
    delivered: [
      'Parcel has been delivered',
      'DELIVERED TO [HUBERT LOW | 27-11-2026 | JAKARTA]',
      'Your package has been delivered. Thank you for shopping with us!',
      'Delivery successful',
    ],
  },
  ms: {
    onTheWay: [
      'Bungkusan tiba di pusat isihan Shah Alam',
      'Bungkusan telah dihantar ke pusat isihan',
      'Penghantaran gagal: penerima tiada di rumah',
      'Bungkusan tidak dapat dihantar',
      'Bungkusan akan keluar untuk penghantaran esok',
      'Pesanan diterima',
    ],
    outForDelivery: ['Bungkusan keluar untuk penghantaran', 'Bungkusan anda sedang dihantar kepada penerima'],
    delivered: ['Bungkusan telah berjaya dihantar', 'Penghantaran berjaya', 'Bungkusan telah dihantar kepada penerima'],
  },
  id: {
    onTheWay: [
      'Pesanan diterima',
      'Paket telah diterima di gudang sortir Jakarta',
      'Paket telah diterima oleh kurir dari penjual',
      'Pengantaran gagal, penerima tidak ada di tempat',
      'Paket tidak berhasil diantar ke alamat penerima',
      'Paket akan dikembalikan ke penjual',
      'Paket siap diantar oleh kurir',
    ],
    outForDelivery: [
      'Sedang diantar',
      'Paket dibawa kurir [Budi] menuju alamat penerima',
      'Pesanan dalam pengantaran ke alamat tujuan',
    ],
    delivered: [
      'Sudah diterima',
      'Paket telah diterima oleh [Siti - yang bersangkutan]',
      'Pesanan telah tiba di alamat tujuan',
      'Paket berhasil dikirim',
    ],
  },
  th: {
    onTheWay: [
      'พัสดุถึงศูนย์คัดแยกสินค้า บางนา',
      'พัสดุอยู่ระหว่างการนำส่งไปยังศูนย์กระจายสินค้า',
      'นำจ่ายไม่สำเร็จ ติดต่อผู้รับไม่ได้',
      'จัดส่งพัสดุไม่สำเร็จ',
      'บริษัทขนส่งเข้ารับพัสดุเรียบร้อยแล้ว',
    ],
    outForDelivery: ['กำลังนำจ่าย', 'พัสดุของท่านอยู่ระหว่างการนำส่ง โดยพนักงาน สมชาย', 'พนักงานออกนำจ่ายพัสดุ'],
    delivered: ['นำจ่ายสำเร็จ', 'พัสดุถูกจัดส่งสำเร็จแล้ว', 'ผู้รับได้รับพัสดุเรียบร้อยแล้ว'],
  },
  vi: {
    onTheWay: [
      'Đơn hàng đã đến kho phân loại',
      'Đơn hàng đã rời khỏi kho Củ Chi',
      'Người gửi đã giao cho đơn vị vận chuyển',
      'Giao hàng không thành công: không liên lạc được người nhận',
      'Nhân viên giao hàng thất bại',
      'Đơn hàng sẽ được giao lại vào ngày mai',
      'Đơn hàng dự kiến được giao trong ngày 28/11',
    ],
    outForDelivery: [
      'Đang giao hàng',
      'Đơn hàng đang được giao, vui lòng chú ý điện thoại',
      'Nhân viên đang giao cho người nhận',
    ],
    delivered: ['Giao thành công', 'Nhân viên đã giao hàng thành công', 'Đơn hàng đã được giao'],
  },
  fil: {
    onTheWay: [
      'Nakuha na ng courier',
      'Nasa sorting center',
      'Hindi naihatid ang parcel',
      'Hindi pa na-deliver ang order',
    ],
    outForDelivery: ['Idedeliver na', 'Ihahatid na ng rider ang parcel mo'],
    delivered: ['Na-deliver na', 'Naihatid na ang parcel'],
  },
  'zh-Hant': {
    onTheWay: [
      '物流已取件',
      '抵達理貨中心',
      '包裹抵達配送中心',
      '配送失敗，收件人不在',
      '包裹無法送達',
      '包裹已送達門市，請於七日內取件',
      '預計今日送達',
    ],
    outForDelivery: ['配送中', '包裹配送中，請留意電話'],
    delivered: ['已送達', '順利送達', '包裹已簽收'],
  },
  'zh-Hans': {
    onTheWay: [
      '快件已到达转运中心',
      '快件到达配送中心',
      '派送失败，将再次派送',
      '准备派送',
      '快件已送达驿站，请凭取件码取件',
    ],
    outForDelivery: ['快递员正在派件', '包裹正在为您派送', '派送中'],
    delivered: ['已签收，签收人：本人', '快件已送达'],
  },
  pt: {
    onTheWay: [
      'Pacote coletado',
      'No centro de triagem',
      'Objeto entregue à transportadora',
      'Tentativa de entrega: destinatário ausente',
      'Objeto não entregue - carteiro não atendido',
      'O pacote não pôde ser entregue',
      'Seu pacote será entregue até sexta-feira',
      'Entregue no ponto de retirada',
    ],
    outForDelivery: [
      'Saiu para entrega',
      'Objeto saiu para entrega ao destinatário',
      'Seu pacote está em rota de entrega',
    ],
    delivered: ['Entregue', 'Objeto entregue ao destinatário', 'Entrega realizada'],
  },
  es: {
    onTheWay: [
      'Paquete recolectado',
      'En el centro de clasificación',
      'Intento de entrega fallido',
      'El paquete no se pudo entregar',
      'Entregado al transportista',
    ],
    outForDelivery: ['En reparto', 'Tu paquete salió a reparto'],
    delivered: ['Entregado', 'Tu paquete fue entregado'],
  },
  fr: {
    onTheWay: [
      'Colis pris en charge',
      'Au centre de tri',
      'Échec de livraison',
      'Le colis n’a pas pu être livré',
      'Livré en point relais',
    ],
    outForDelivery: ['En cours de livraison', 'Votre colis est en livraison'],
    delivered: ['Livré', 'Votre colis a été livré'],
  },
  pl: {
    onTheWay: [
      'Paczka odebrana',
      'W sortowni',
      'Nieudane doręczenie',
      'Paczki nie udało się doręczyć',
      'Dostarczona do paczkomatu',
    ],
    outForDelivery: ['Wydana do doręczenia', 'Paczka w doręczeniu'],
    delivered: ['Doręczona', 'Paczka została dostarczona'],
  },
};
const EACH = Object.entries(TEXTS).flatMap(([language, stages]) =>
  Object.entries(stages).flatMap(([stage, texts]) => texts.map((text) => ({ language, stage, text }))),
);

describe('the stage of a parcel', () => {
  test.each(EACH)('in $language is $stage: $text', ({ stage, text }) => {
    expect(stageOf(text)).toBe(stage);
  });

  test('is that of the newest event, and is not known before the first', () => {
    const events = ['Delivery attempt failed', 'Out for delivery'].map((text, index) => ({ at: 9 - index, text }));
    expect(parcelStage(events)).toEqual({ stage: 'onTheWay', at: 9 });
    expect(parcelStage(events.slice(1))).toEqual({ stage: 'outForDelivery', at: 8 });
    expect(parcelStage([])).toBeNull();
  });
});

test('an order is out for delivery with one of its parcels, and delivered with all of them', () => {
  const parcel = (at: number, text: string | null) => ({ events: text === null ? [] : [{ at, text }] });
  const [out, delivered, moving] = ['Out for delivery', 'Delivered', 'At the sorting centre'];
  expect(orderParcelStage([])).toBeNull();
  expect(orderParcelStage([parcel(1, null)])).toBeNull();
  expect(orderParcelStage([parcel(5, delivered), parcel(3, out)])).toEqual({ stage: 'outForDelivery', at: 3 });
  expect(orderParcelStage([parcel(5, delivered), parcel(3, moving)])).toEqual({ stage: 'onTheWay', at: 5 });
  expect(orderParcelStage([parcel(5, delivered), parcel(3, null)])).toEqual({ stage: 'onTheWay', at: 5 });
  expect(orderParcelStage([parcel(5, delivered), parcel(3, delivered)])).toEqual({ stage: 'delivered', at: 5 });
});
