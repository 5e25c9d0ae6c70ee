import type { TradeWords } from './types.ts';

export const portuguese: TradeWords = {
  editions: ['nova coleção', 'caixa de presente', 'para viagem', 'tamanho família', 'pronta entrega'],
  percentVoucher: '{percent}% de desconto na loja toda',
  amountVoucher: '{amount} de desconto',
  praise: ['Igual às fotos.', 'Chegou rápido e bem embalado.', 'Segunda compra aqui.', 'Ótimo custo-benefício!'],
  complaints: ['A caixa veio amassada.', 'Menor do que eu imaginava.', 'Demorou duas semanas.'],
  ratingReply: 'Obrigado pela avaliação! Volte sempre.',
  sellerNotes: ['Presente: sem nota na caixa', 'Liguei, deixar com o vizinho', 'Conferir a cor antes de embalar'],
  tracking: ['Pedido aceito', 'Pacote coletado', 'No centro de triagem', 'Saiu para entrega', 'Entregue'],
  cancelAsked: ['Cancelamento solicitado', 'O comprador de {order} pede o cancelamento.'],
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
};
