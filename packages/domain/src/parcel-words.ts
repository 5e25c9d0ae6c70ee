/**
 * The words by which the texts of parcels' events tell how far a parcel is. All of them are ours: the marketplaces pass on
 * what the carriers write for people, in the language of the site, and publish no list of these texts. A text is looked at
 * in lower case, with a space for each hyphen, and a word may stand inside a longer one.
 */
interface ParcelWords {
  /** The parcel is at none of the two stages, whatever else the text says: a delivery failed, is prepared, or goes back. */
  readonly neither: readonly string[];
  readonly outForDelivery: readonly string[];
  /** The parcel is not delivered yet: a delivery is announced, or somebody else than the buyer got the parcel. */
  readonly notYet: readonly string[];
  readonly delivered: readonly string[];
}

/** By the languages of the sites. Each text is looked at in all of them, because carriers mix languages. */
export const PARCEL_WORDS = {
  en: {
    neither: [
      ...['fail', 'unsuccessful', 'not successful', 'attempt', 'unable to', 'could not', "couldn't", 'cannot'],
      ...['undeliver', 'not delivered', 'not been delivered', 'return', 'refused', 'rejected', 'reschedul', 'postpone'],
      ...['on hold', 'cancel', 'preparing', 'prepared for', 'ready for delivery', 'will be out', 'soon be out'],
      ...['not yet out', 'scheduled'],
    ],
    outForDelivery: [
      ...['out for delivery', 'out for final delivery', 'out with courier', 'out with the courier'],
      ...['with delivery courier', 'with our delivery courier', 'on vehicle for delivery', 'being delivered to you'],
      ...['courier is delivering', 'rider is delivering', 'driver is delivering'],
    ],
    notYet: [
      ...['will be delivered', 'to be delivered', 'estimated', 'expected', 'to hub', 'to the hub', 'sorting hub'],
      ...['delivery hub', 'sorting', 'warehouse', 'facility', 'to station', 'to the station', 'delivery station'],
      ...['to carrier', 'to the carrier', 'to courier', 'to the courier', 'logistics partner', 'airport', 'airline'],
      ...['collection point', 'pickup point', 'pick up point', 'for collection', 'for pickup', 'for pick up', 'locker'],
    ],
    delivered: [
      ...['delivered', 'delivery successful', 'delivery completed', 'delivery complete', 'successful delivery'],
      ...['received by recipient', 'received by the recipient', 'received by customer', 'received by the buyer'],
    ],
  },
  ms: {
    neither: [
      ...['gagal', 'tidak berjaya', 'tidak dapat', 'cubaan', 'dikembalikan', 'dipulangkan', 'pemulangan'],
      ...['ditangguh', 'dibatalkan', 'ditolak', 'akan keluar', 'sedia untuk', 'disediakan'],
    ],
    outForDelivery: [
      ...['keluar untuk penghantaran', 'sedang dihantar kepada', 'dalam penghantaran kepada'],
      ...['dalam proses penghantaran kepada', 'kurier sedang menghantar'],
    ],
    notYet: [
      'akan dihantar',
      'dihantar ke ',
      'dihantar keluar',
      'kepada kurier',
      'pusat isihan',
      'gudang',
      'titik pengambilan',
    ],
    delivered: [
      ...['berjaya dihantar', 'penghantaran berjaya', 'bungkusan telah dihantar', 'bungkusan anda telah dihantar'],
      ...['telah dihantar kepada', 'telah diterima oleh penerima', 'telah diterima oleh pembeli'],
    ],
  },
  id: {
    neither: [
      ...['gagal', 'tidak berhasil', 'belum berhasil', 'tidak dapat', 'percobaan', 'dikembalikan', 'retur'],
      ...[
        'pengembalian',
        'ditolak',
        'dijadwalkan',
        'ditunda',
        'dibatalkan',
        'kendala',
        'akan segera diantar',
        'siap diantar',
      ],
    ],
    outForDelivery: [
      ...['sedang diantar', 'dalam pengantaran', 'pengantaran ke alamat', 'dibawa kurir', 'dibawa oleh kurir'],
      ...['kurir sedang menuju', 'kurir menuju', 'menuju alamat', 'menuju lokasi penerima', 'diantar ke alamat'],
    ],
    notYet: [
      ...[
        'akan diantar',
        'akan dikirim',
        'diterima di ',
        'diterima kurir',
        'diterima oleh kurir',
        'diterima oleh agen',
      ],
      ...['diterima oleh jasa kirim', 'gudang', 'sortir', 'drop point', 'transit', 'telah diantar ke hub', 'gerai'],
    ],
    delivered: [
      ...['telah diterima', 'sudah diterima', 'diterima oleh penerima', 'diterima oleh pembeli', 'diterima oleh ybs'],
      ...['berhasil dikirim', 'berhasil diantar', 'berhasil diterima', 'tiba di alamat', 'sampai di alamat'],
      ...['paket terkirim', 'telah terkirim'],
    ],
  },
  th: {
    neither: [
      ...['ไม่สำเร็จ', 'ล้มเหลว', 'ไม่สามารถ', 'ไม่ได้', 'ตีกลับ', 'ส่งคืน', 'เลื่อน', 'ปฏิเสธ', 'ยกเลิก', 'เตรียม'],
      ...['รอนำจ่าย', 'รอการนำจ่าย', 'ไปยังศูนย์', 'ไปยังคลัง', 'ไปยังสาขา', 'ถึงศูนย์'],
    ],
    outForDelivery: [
      ...['กำลังนำจ่าย', 'กำลังนำส่ง', 'ระหว่างนำจ่าย', 'ระหว่างการนำจ่าย', 'ระหว่างการนำส่ง', 'ออกนำจ่าย'],
      ...['นำส่งให้ผู้รับ', 'กำลังจัดส่งให้ผู้รับ', 'กำลังจัดส่งถึงคุณ', 'พนักงานกำลังจัดส่ง'],
    ],
    notYet: ['จะจัดส่ง', 'คาดว่า', 'ให้ขนส่ง', 'ให้บริษัทขนส่ง', 'เข้ารับพัสดุ', 'คัดแยก', 'จุดรับพัสดุ'],
    delivered: [
      ...['จัดส่งสำเร็จ', 'นำจ่ายสำเร็จ', 'นำส่งสำเร็จ', 'ส่งสำเร็จ', 'จัดส่งพัสดุสำเร็จ', 'ผู้รับได้รับ'],
      ...['จัดส่งเรียบร้อย', 'จัดส่งถึงผู้รับแล้ว', 'เซ็นรับ'],
    ],
  },
  vi: {
    neither: [
      ...['không thành công', 'thất bại', 'không thể', 'chưa giao', 'không giao', 'hoàn hàng', 'trả hàng', 'hoàn trả'],
      ...['chuyển hoàn', 'giao lại', 'hẹn lại', 'từ chối', 'huỷ', 'hủy', 'chuẩn bị giao', 'sắp được giao', 'chờ giao'],
      ...['cho đơn vị vận chuyển', 'đến kho', 'đến bưu cục', 'cho shipper', 'cho nhân viên'],
    ],
    outForDelivery: [
      ...['đang giao hàng', 'đang được giao', 'đang giao đến', 'đang giao cho', 'đang trên đường giao'],
      ...['shipper đang giao', 'đang đi giao', 'đang phát hàng'],
    ],
    notYet: ['sẽ được giao', 'dự kiến', 'điểm nhận hàng'],
    delivered: [
      ...['giao thành công', 'giao hàng thành công', 'phát thành công', 'đã giao', 'đã được giao'],
      ...['người nhận đã nhận', 'khách hàng đã nhận'],
    ],
  },
  fil: {
    neither: ['hindi', 'nabigo', 'bigong', 'ibinalik', 'ibabalik', 'inihahanda', 'kanselado'],
    outForDelivery: [
      ...['idedeliver na', 'ide-deliver na', 'dinedeliver na', 'dine-deliver na', 'ihahatid na', 'inihahatid na'],
      ...['nasa rider na', 'papunta na sa iyo'],
    ],
    notYet: ['sa hub', 'sa sorting', 'sa warehouse'],
    delivered: [
      ...['na-deliver na', 'nadeliver na', 'nai-deliver na', 'naideliver na', 'naihatid na'],
      ...['natanggap na ng buyer', 'natanggap na ng customer'],
    ],
  },
  'zh-Hant': {
    neither: [
      ...[
        '失敗',
        '未成功',
        '未順利',
        '無法',
        '未送達',
        '未能',
        '改期',
        '退回',
        '退貨',
        '拒收',
        '取消',
        '異常',
        '不在家',
      ],
      ...[
        '再次配送',
        '另約',
        '準備配送',
        '準備派送',
        '待配送',
        '待派送',
        '安排配送',
        '安排派送',
        '轉運',
        '配送中心',
        '派送中心',
      ],
    ],
    outForDelivery: ['配送中', '派送中', '派件中', '正在配送', '正在派送', '正在派件', '外送中', '投遞中', '送貨中'],
    notYet: [
      '預計',
      '即將',
      '門市',
      '超商',
      '取件點',
      '自提',
      '智取',
      '營業所',
      '送達物流',
      '送達理貨',
      '送達集貨',
      '送達倉',
    ],
    delivered: [
      ...[
        '已送達',
        '順利送達',
        '已配達',
        '配達完成',
        '配送成功',
        '配送完成',
        '派送成功',
        '投遞成功',
        '已簽收',
        '簽收成功',
      ],
      ...['已妥投', '本人簽收'],
    ],
  },
  'zh-Hans': {
    neither: [
      ...[
        '失败',
        '未成功',
        '无法',
        '未送达',
        '未能',
        '改期',
        '退回',
        '退货',
        '拒收',
        '取消',
        '异常',
        '再次派送',
        '另约',
      ],
      ...['准备配送', '准备派送', '待配送', '待派送', '安排配送', '安排派送', '转运', '配送中心', '派送中心'],
    ],
    outForDelivery: [
      '配送中',
      '派送中',
      '派件中',
      '正在配送',
      '正在派送',
      '正在派件',
      '正在为您派',
      '投递中',
      '送货中',
    ],
    notYet: ['预计', '即将', '门店', '自提', '网点', '站点', '快递柜', '驿站', '送达物流', '送达仓'],
    delivered: [
      '已送达',
      '顺利送达',
      '配送成功',
      '配送完成',
      '派送成功',
      '投递成功',
      '已签收',
      '签收成功',
      '已妥投',
      '本人签收',
    ],
  },
  pt: {
    neither: [
      ...['não entregue', 'não foi entregue', 'não foi possível', 'não pôde', 'não realizada', 'malsucedid', 'falha'],
      ...['tentativa', 'devolv', 'devolução', 'recusad', 'ausente', 'reagend', 'cancelad', 'insucesso', 'preparando'],
      ...['sairá para entrega', 'aguardando'],
    ],
    outForDelivery: [
      'saiu para entrega',
      'saiu para a entrega',
      'em rota de entrega',
      'está com o entregador',
      'saiu com o entregador',
    ],
    notYet: [
      ...['será entregue', 'a ser entregue', 'previsão', 'previst', 'transportador', 'centro de', 'unidade de'],
      ...['ponto de retirada', 'ponto de coleta', 'agência', 'para retirada'],
    ],
    delivered: ['entregue', 'entrega realizada', 'entrega efetuada', 'entrega concluída', 'recebido pelo destinatário'],
  },
  es: {
    neither: [
      ...['no entregad', 'no se pudo', 'no fue posible', 'no ha sido posible', 'no pudo', 'fallid', 'falló', 'intento'],
      ...['intentó', 'devuel', 'devol', 'rechaz', 'ausente', 'reprogram', 'cancelad', 'preparando', 'saldrá a reparto'],
    ],
    outForDelivery: ['en reparto', 'en ruta de entrega', 'salió a reparto', 'salió para entrega', 'con el repartidor'],
    notYet: [
      ...['será entregad', 'por entregar', 'estimad', 'previst', 'paquetería', 'transportista', 'transportadora'],
      ...['centro de', 'sucursal', 'bodega', 'punto de retiro', 'punto de recogida'],
    ],
    delivered: ['entregado', 'entregada', 'entrega exitosa', 'entrega realizada', 'recibido por el destinatario'],
  },
  fr: {
    neither: [
      ...[
        'échec',
        'échou',
        'pas pu',
        'non livré',
        'pas été livré',
        'impossible',
        'tentative',
        'retour',
        'refus',
        'absent',
      ],
      ...['reporté', 'annul', 'en préparation', 'sera en livraison'],
    ],
    outForDelivery: ['en cours de livraison', 'en livraison', 'chez le livreur', 'avec le livreur'],
    notYet: [
      'sera livré',
      'prévu',
      'estimé',
      'à livrer',
      'transporteur',
      'centre de',
      'point relais',
      'en point',
      'agence',
      'consigne',
    ],
    delivered: ['livré', 'livraison effectuée', 'remis au destinataire'],
  },
  pl: {
    neither: [
      ...['nie udało', 'nieudan', 'nie doręcz', 'niedoręcz', 'nie dostarcz', 'niedostarcz', 'próba', 'próbę', 'zwrot'],
      ...['zwróc', 'odmow', 'odmów', 'awizo', 'przełoż', 'anulow', 'przygotow', 'oczekuje'],
    ],
    outForDelivery: [
      'wydana do doręczenia',
      'wydano do doręczenia',
      'przekazana do doręczenia',
      'przekazano do doręczenia',
      'w doręczeniu',
    ],
    notYet: ['zostanie', 'przewidywan', 'sortown', 'oddział', 'do punktu', 'paczkoma'],
    delivered: ['doręczon', 'dostarczon', 'odebrana przez odbiorcę'],
  },
} as const satisfies Readonly<Record<string, ParcelWords>>;
