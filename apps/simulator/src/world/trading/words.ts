/** The texts of a shop's trade in its buyers' language. {percent}, {amount}, {order}, {product} are filled in. */
import type { Buyer } from '../types.ts';

export interface TradeWords {
  /** Added to a product's name in its title. */
  readonly editions: readonly string[];
  readonly percentVoucher: string;
  readonly amountVoucher: string;
  readonly praise: readonly string[];
  readonly complaints: readonly string[];
  readonly ratingReply: string;
  readonly sellerNotes: readonly string[];
  /** Oldest first: accepted, collected, sorted, in transit, delivered. */
  readonly tracking: readonly [string, string, string, string, string];
  readonly notices: Readonly<Record<NoticeGroup, readonly (readonly [title: string, text: string])[]>>;
  readonly quickReplies: readonly (readonly [group: string, ...texts: string[]])[];
}
export const NOTICE_GROUPS = [
  'order',
  'product',
  'finance',
  'marketing',
  'system',
  'violation',
  'listing_ban',
  'failed_delivery',
] as const;
type NoticeGroup = (typeof NOTICE_GROUPS)[number];

export const TRADE_WORDS: Readonly<Record<Buyer['language'], TradeWords>> = {
  en: {
    editions: ['new season', 'gift box', 'for travel', 'family size', 'ready stock'],
    percentVoucher: '{percent}% off the whole shop',
    amountVoucher: '{amount} off your order',
    praise: ['Exactly as in the pictures.', 'Fast delivery, well packed.', 'Second time I buy here.', 'Great value!'],
    complaints: ['The box was dented.', 'Smaller than I thought.', 'It took two weeks to arrive.'],
    ratingReply: 'Thank you for your review! See you again soon.',
    sellerNotes: ['Gift: no price slip', 'Called, leave with the neighbour', 'Check the colour before packing'],
    tracking: ['Order accepted', 'Parcel collected', 'At the sorting centre', 'Out for delivery', 'Delivered'],
    notices: {
      order: [
        ['New order', 'Order {order} waits to be shipped.'],
        ['Return requested', 'The buyer of {order} asks for a refund.'],
      ],
      product: [
        ['Low stock', '{product} is nearly sold out.'],
        ['Listing approved', '{product} is online.'],
      ],
      finance: [['Income released', 'The income of {order} is in your balance.']],
      marketing: [
        ['Voucher ends soon', 'One of your vouchers ends in 24 hours.'],
        ['Join the campaign', 'Nominate products by Friday.'],
      ],
      system: [['Holiday logistics', 'Couriers collect later during the holidays.']],
      violation: [['Listing violation', '{product} breaks a rule and costs penalty points.']],
      listing_ban: [['Product banned', '{product} was taken offline.']],
      failed_delivery: [['Delivery failed', 'The parcel of {order} could not be delivered.']],
    },
    quickReplies: [
      ['Greetings', 'Hi! How can we help?', 'Thanks for visiting, we answer within minutes.'],
      ['Delivery', 'We ship within 24 hours.', 'Your parcel is on its way.', 'It takes 3 to 5 days.'],
      ['After sales', 'Please send us a photo of the item.', 'We have approved your refund.'],
    ],
  },
  ms: {
    editions: ['edisi baharu', 'kotak hadiah', 'untuk melancong', 'saiz keluarga', 'stok sedia ada'],
    percentVoucher: 'Diskaun {percent}% seluruh kedai',
    amountVoucher: 'Potongan {amount}',
    praise: ['Sama macam gambar.', 'Penghantaran laju, bungkusan kemas.', 'Kali kedua beli di sini.', 'Berbaloi!'],
    complaints: ['Kotak kemek sedikit.', 'Lebih kecil daripada sangkaan.', 'Dua minggu baru sampai.'],
    ratingReply: 'Terima kasih atas ulasan anda! Jumpa lagi.',
    sellerNotes: ['Hadiah: jangan letak resit', 'Dah telefon, beri pada jiran', 'Semak warna dahulu'],
    tracking: ['Pesanan diterima', 'Bungkusan diambil', 'Di pusat isihan', 'Dalam penghantaran', 'Telah dihantar'],
    notices: {
      order: [
        ['Pesanan baharu', 'Pesanan {order} menunggu penghantaran.'],
        ['Permintaan pulangan', 'Pembeli {order} meminta bayaran balik.'],
      ],
      product: [
        ['Stok rendah', '{product} hampir habis.'],
        ['Produk diluluskan', '{product} sudah dipaparkan.'],
      ],
      finance: [['Pendapatan dilepaskan', 'Pendapatan {order} telah masuk ke baki anda.']],
      marketing: [
        ['Baucar hampir tamat', 'Satu baucar anda tamat dalam 24 jam.'],
        ['Sertai kempen', 'Calonkan produk sebelum Jumaat.'],
      ],
      system: [['Logistik musim cuti', 'Kurier mengutip lebih lewat pada musim cuti.']],
      violation: [['Pelanggaran senarai', '{product} melanggar peraturan dan menambah mata penalti.']],
      listing_ban: [['Produk disekat', '{product} telah diturunkan.']],
      failed_delivery: [['Penghantaran gagal', 'Bungkusan {order} tidak dapat dihantar.']],
    },
    quickReplies: [
      ['Salam', 'Hai! Boleh kami bantu?', 'Terima kasih kerana singgah.'],
      ['Penghantaran', 'Kami pos dalam 24 jam.', 'Bungkusan dalam perjalanan.', 'Ambil masa 3 hingga 5 hari.'],
      ['Selepas jualan', 'Sila hantar gambar barang.', 'Bayaran balik telah diluluskan.'],
    ],
  },
  id: {
    editions: ['edisi terbaru', 'kotak hadiah', 'untuk traveling', 'ukuran keluarga', 'ready stock'],
    percentVoucher: 'Diskon {percent}% semua produk',
    amountVoucher: 'Potongan {amount}',
    praise: ['Sesuai gambar.', 'Pengiriman cepat, packing rapi.', 'Sudah dua kali beli di sini.', 'Mantap, harga oke!'],
    complaints: ['Kardusnya penyok.', 'Lebih kecil dari perkiraan.', 'Dua minggu baru sampai.'],
    ratingReply: 'Terima kasih ulasannya, Kak! Ditunggu pesanan berikutnya.',
    sellerNotes: ['Kado: jangan sertakan nota', 'Sudah ditelepon, titip tetangga', 'Cek warna sebelum packing'],
    tracking: ['Pesanan diterima', 'Paket dijemput kurir', 'Di pusat sortir', 'Sedang diantar', 'Sudah diterima'],
    notices: {
      order: [
        ['Pesanan baru', 'Pesanan {order} menunggu dikirim.'],
        ['Pengajuan retur', 'Pembeli {order} mengajukan pengembalian dana.'],
      ],
      product: [
        ['Stok menipis', '{product} hampir habis.'],
        ['Produk disetujui', '{product} sudah tayang.'],
      ],
      finance: [['Dana dilepas', 'Dana pesanan {order} sudah masuk saldo.']],
      marketing: [
        ['Voucher segera berakhir', 'Satu voucher Anda berakhir dalam 24 jam.'],
        ['Ikut kampanye', 'Daftarkan produk sebelum Jumat.'],
      ],
      system: [['Logistik hari raya', 'Penjemputan kurir lebih lambat saat libur.']],
      violation: [['Pelanggaran produk', '{product} melanggar aturan dan menambah poin penalti.']],
      listing_ban: [['Produk diblokir', '{product} telah diturunkan.']],
      failed_delivery: [['Pengiriman gagal', 'Paket {order} tidak dapat dikirim.']],
    },
    quickReplies: [
      ['Salam', 'Halo Kak, ada yang bisa dibantu?', 'Terima kasih sudah mampir.'],
      ['Pengiriman', 'Kami kirim dalam 24 jam.', 'Paket sedang dalam perjalanan.', 'Estimasi 3 sampai 5 hari.'],
      ['Purna jual', 'Mohon kirim foto barangnya ya Kak.', 'Pengembalian dana sudah kami setujui.'],
    ],
  },
  th: {
    editions: ['รุ่นใหม่', 'กล่องของขวัญ', 'แบบพกพา', 'ขนาดครอบครัว', 'พร้อมส่ง'],
    percentVoucher: 'ลด {percent}% ทั้งร้าน',
    amountVoucher: 'ลด {amount}',
    praise: ['ตรงปกเลยค่ะ', 'ส่งไว แพ็กดีมาก', 'ซื้อซ้ำรอบสองแล้วครับ', 'คุ้มค่ามาก'],
    complaints: ['กล่องบุบนิดหน่อย', 'เล็กกว่าที่คิด', 'รอตั้งสองสัปดาห์'],
    ratingReply: 'ขอบคุณสำหรับรีวิวค่ะ แวะมาอุดหนุนกันอีกนะคะ',
    sellerNotes: ['ของขวัญ ไม่ใส่ใบราคา', 'โทรแล้ว ฝากข้างบ้านได้', 'เช็กสีก่อนแพ็ก'],
    tracking: ['รับคำสั่งซื้อแล้ว', 'ขนส่งเข้ารับพัสดุ', 'ถึงศูนย์คัดแยก', 'กำลังนำจ่าย', 'นำจ่ายสำเร็จ'],
    notices: {
      order: [
        ['คำสั่งซื้อใหม่', 'คำสั่งซื้อ {order} รอจัดส่ง'],
        ['มีคำขอคืนสินค้า', 'ผู้ซื้อคำสั่งซื้อ {order} ขอคืนเงิน'],
      ],
      product: [
        ['สต็อกใกล้หมด', '{product} ใกล้หมดแล้ว'],
        ['สินค้าผ่านการตรวจสอบ', '{product} แสดงในร้านแล้ว'],
      ],
      finance: [['ปล่อยยอดเงินแล้ว', 'ยอดเงินของ {order} เข้าบัญชีแล้ว']],
      marketing: [
        ['โค้ดใกล้หมดอายุ', 'โค้ดส่วนลดของคุณจะหมดอายุใน 24 ชั่วโมง'],
        ['เข้าร่วมแคมเปญ', 'ส่งสินค้าเข้าร่วมภายในวันศุกร์'],
      ],
      system: [['ขนส่งช่วงวันหยุด', 'ขนส่งเข้ารับช้ากว่าปกติในวันหยุด']],
      violation: [['ละเมิดกฎการลงสินค้า', '{product} ละเมิดกฎและถูกหักคะแนน']],
      listing_ban: [['สินค้าถูกระงับ', '{product} ถูกนำออกจากร้าน']],
      failed_delivery: [['จัดส่งไม่สำเร็จ', 'ไม่สามารถจัดส่งพัสดุของ {order} ได้']],
    },
    quickReplies: [
      ['ทักทาย', 'สวัสดีค่ะ สอบถามได้เลยค่ะ', 'ขอบคุณที่แวะมานะคะ'],
      ['การจัดส่ง', 'จัดส่งภายใน 24 ชั่วโมงค่ะ', 'พัสดุกำลังเดินทางค่ะ', 'ใช้เวลา 3 ถึง 5 วันค่ะ'],
      ['หลังการขาย', 'รบกวนส่งรูปสินค้าให้หน่อยนะคะ', 'อนุมัติคืนเงินให้แล้วค่ะ'],
    ],
  },
  vi: {
    editions: ['mẫu mới', 'hộp quà', 'dùng đi du lịch', 'cỡ gia đình', 'hàng sẵn'],
    percentVoucher: 'Giảm {percent}% toàn shop',
    amountVoucher: 'Giảm {amount}',
    praise: ['Giống hình lắm ạ.', 'Giao nhanh, đóng gói cẩn thận.', 'Mua lần hai rồi vẫn ưng.', 'Đáng tiền!'],
    complaints: ['Hộp bị móp.', 'Nhỏ hơn mình nghĩ.', 'Hai tuần mới tới.'],
    ratingReply: 'Shop cảm ơn đánh giá của bạn ạ, hẹn gặp lại!',
    sellerNotes: ['Quà tặng: không kèm hóa đơn', 'Đã gọi, gửi hàng xóm', 'Kiểm tra màu trước khi gói'],
    tracking: ['Đã xác nhận đơn', 'Đã lấy hàng', 'Đến kho phân loại', 'Đang giao hàng', 'Giao thành công'],
    notices: {
      order: [
        ['Đơn hàng mới', 'Đơn {order} đang chờ giao.'],
        ['Yêu cầu trả hàng', 'Người mua đơn {order} yêu cầu hoàn tiền.'],
      ],
      product: [
        ['Sắp hết hàng', '{product} sắp hết.'],
        ['Sản phẩm được duyệt', '{product} đã hiển thị.'],
      ],
      finance: [['Đã giải ngân', 'Tiền đơn {order} đã vào số dư.']],
      marketing: [
        ['Mã giảm giá sắp hết hạn', 'Một mã của bạn hết hạn trong 24 giờ.'],
        ['Tham gia chương trình', 'Đăng ký sản phẩm trước thứ Sáu.'],
      ],
      system: [['Vận chuyển dịp lễ', 'Đơn vị vận chuyển lấy hàng trễ hơn dịp lễ.']],
      violation: [['Vi phạm đăng bán', '{product} vi phạm quy định và bị tính điểm phạt.']],
      listing_ban: [['Sản phẩm bị khóa', '{product} đã bị gỡ.']],
      failed_delivery: [['Giao hàng thất bại', 'Không thể giao kiện hàng của {order}.']],
    },
    quickReplies: [
      ['Chào hỏi', 'Dạ shop chào bạn, bạn cần hỗ trợ gì ạ?', 'Cảm ơn bạn đã ghé shop.'],
      ['Giao hàng', 'Shop gửi hàng trong 24 giờ ạ.', 'Đơn của bạn đang trên đường.', 'Khoảng 3 đến 5 ngày ạ.'],
      ['Hậu mãi', 'Bạn gửi shop hình sản phẩm nhé.', 'Shop đã duyệt hoàn tiền ạ.'],
    ],
  },
  zh: {
    editions: ['新款', '禮盒組', '旅行款', '家庭號', '現貨'],
    percentVoucher: '全店折扣 {percent}%',
    amountVoucher: '折抵 {amount}',
    praise: ['跟照片一樣，很喜歡', '出貨快，包裝用心', '第二次回購了', 'CP 值很高'],
    complaints: ['外箱有點凹', '比想像中小', '等了兩個禮拜才到'],
    ratingReply: '謝謝您的評價，期待再次為您服務！',
    sellerNotes: ['送禮，不附明細', '已電話聯絡，可放管理室', '包貨前確認顏色'],
    tracking: ['訂單已成立', '物流已取件', '抵達理貨中心', '配送中', '已送達'],
    notices: {
      order: [
        ['新訂單', '訂單 {order} 等待出貨。'],
        ['退貨申請', '訂單 {order} 的買家申請退款。'],
      ],
      product: [
        ['庫存不足', '{product} 即將售完。'],
        ['商品審核通過', '{product} 已上架。'],
      ],
      finance: [['款項已撥', '訂單 {order} 的款項已入帳。']],
      marketing: [
        ['優惠券即將到期', '您的一張優惠券將於 24 小時內到期。'],
        ['活動招商', '請於週五前提報商品。'],
      ],
      system: [['連假物流公告', '連假期間取件時間順延。']],
      violation: [['商品違規', '{product} 違反規定並計入罰點。']],
      listing_ban: [['商品遭下架', '{product} 已被下架。']],
      failed_delivery: [['配送失敗', '{order} 的包裹無法送達。']],
    },
    quickReplies: [
      ['問候', '您好，很高興為您服務！', '感謝您的光臨。'],
      ['出貨', '我們 24 小時內出貨。', '您的包裹正在配送中。', '約 3 到 5 天送達。'],
      ['售後', '麻煩您提供商品照片。', '已為您同意退款。'],
    ],
  },
  tl: {
    editions: ['bagong labas', 'pang-regalo', 'pang-travel', 'pang-pamilya', 'onhand na'],
    percentVoucher: '{percent}% off sa buong shop',
    amountVoucher: '{amount} off sa order mo',
    praise: [
      'Kung ano ang nasa picture, ganun din.',
      'Ang bilis dumating, maayos ang balot.',
      'Pangalawang order ko na.',
      'Sulit!',
    ],
    complaints: ['May yupi ang box.', 'Mas maliit kaysa inasahan.', 'Dalawang linggo bago dumating.'],
    ratingReply: 'Salamat po sa review! Order po ulit kayo.',
    sellerNotes: ['Regalo: walang resibo', 'Natawagan na, iwan sa kapitbahay', 'I-check ang kulay bago ibalot'],
    tracking: ['Natanggap ang order', 'Nakuha na ng courier', 'Nasa sorting center', 'Idedeliver na', 'Na-deliver na'],
    notices: {
      order: [
        ['Bagong order', 'Naghihintay maipadala ang order {order}.'],
        ['May return request', 'Humihingi ng refund ang buyer ng {order}.'],
      ],
      product: [
        ['Paubos na ang stock', 'Paubos na ang {product}.'],
        ['Aprubado ang listing', 'Naka-online na ang {product}.'],
      ],
      finance: [['Na-release ang kita', 'Nasa balance mo na ang kita sa {order}.']],
      marketing: [
        ['Malapit nang matapos ang voucher', 'Matatapos ang isang voucher mo sa loob ng 24 oras.'],
        ['Sumali sa campaign', 'I-nominate ang products bago mag-Biyernes.'],
      ],
      system: [['Holiday logistics', 'Mas huli ang pickup ng courier tuwing holiday.']],
      violation: [['Listing violation', 'Lumabag sa patakaran ang {product} at may penalty points.']],
      listing_ban: [['Product banned', 'Tinanggal ang {product}.']],
      failed_delivery: [['Hindi naihatid', 'Hindi naihatid ang parcel ng {order}.']],
    },
    quickReplies: [
      ['Pagbati', 'Hello po! Ano po ang maitutulong namin?', 'Salamat po sa pagbisita.'],
      ['Delivery', 'Ipapadala po namin sa loob ng 24 oras.', 'On the way na po ang parcel.', '3 hanggang 5 araw po.'],
      ['After sales', 'Pa-send po ng picture ng item.', 'Approved na po ang refund.'],
    ],
  },
  pt: {
    editions: ['nova coleção', 'caixa de presente', 'para viagem', 'tamanho família', 'pronta entrega'],
    percentVoucher: '{percent}% de desconto na loja toda',
    amountVoucher: '{amount} de desconto',
    praise: ['Igual às fotos.', 'Chegou rápido e bem embalado.', 'Segunda compra aqui.', 'Ótimo custo-benefício!'],
    complaints: ['A caixa veio amassada.', 'Menor do que eu imaginava.', 'Demorou duas semanas.'],
    ratingReply: 'Obrigado pela avaliação! Volte sempre.',
    sellerNotes: ['Presente: sem nota na caixa', 'Liguei, deixar com o vizinho', 'Conferir a cor antes de embalar'],
    tracking: ['Pedido aceito', 'Pacote coletado', 'No centro de triagem', 'Saiu para entrega', 'Entregue'],
    notices: {
      order: [
        ['Novo pedido', 'O pedido {order} aguarda envio.'],
        ['Devolução solicitada', 'O comprador de {order} pede reembolso.'],
      ],
      product: [
        ['Estoque baixo', '{product} está acabando.'],
        ['Anúncio aprovado', '{product} está no ar.'],
      ],
      finance: [['Repasse liberado', 'O valor de {order} está no seu saldo.']],
      marketing: [
        ['Cupom perto do fim', 'Um cupom seu termina em 24 horas.'],
        ['Participe da campanha', 'Indique produtos até sexta-feira.'],
      ],
      system: [['Logística no feriado', 'As coletas atrasam durante o feriado.']],
      violation: [['Violação de anúncio', '{product} viola uma regra e gera pontos de penalidade.']],
      listing_ban: [['Produto bloqueado', '{product} foi retirado do ar.']],
      failed_delivery: [['Falha na entrega', 'O pacote de {order} não pôde ser entregue.']],
    },
    quickReplies: [
      ['Saudações', 'Olá! Como podemos ajudar?', 'Obrigado pela visita.'],
      ['Entrega', 'Enviamos em até 24 horas.', 'Seu pacote está a caminho.', 'Leva de 3 a 5 dias.'],
      ['Pós-venda', 'Por favor, envie uma foto do item.', 'Seu reembolso foi aprovado.'],
    ],
  },
};
