import type { TradeWords } from './types.ts';

export const vietnamese: TradeWords = {
  editions: ['mẫu mới', 'hộp quà', 'dùng đi du lịch', 'cỡ gia đình', 'hàng sẵn'],
  percentVoucher: 'Giảm {percent}% toàn shop',
  amountVoucher: 'Giảm {amount}',
  praise: ['Giống hình lắm ạ.', 'Giao nhanh, đóng gói cẩn thận.', 'Mua lần hai rồi vẫn ưng.', 'Đáng tiền!'],
  complaints: ['Hộp bị móp.', 'Nhỏ hơn mình nghĩ.', 'Hai tuần mới tới.'],
  ratingReply: 'Shop cảm ơn đánh giá của bạn ạ, hẹn gặp lại!',
  sellerNotes: ['Quà tặng: không kèm hóa đơn', 'Đã gọi, gửi hàng xóm', 'Kiểm tra màu trước khi gói'],
  tracking: ['Đã xác nhận đơn', 'Đã lấy hàng', 'Đến kho phân loại', 'Đang giao hàng', 'Giao thành công'],
  cancelAsked: ['Yêu cầu hủy đơn', 'Người mua đơn {order} yêu cầu hủy.'],
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
};
