export const HELP = `im: the instant-messaging protocol at the command line

  im decode [--hex HEX | --base64 TEXT | --file FILE] [--message NAME]
      Prints one JSON object: a Frame with its payload as the message inside, or the message NAME.
      A payload that is neither Request nor Response stays base64.
      Without input flags it reads bytes from standard input. --file reads raw bytes.
  im encode [--file FILE] [--message NAME] [--to hex|base64 | --out FILE]
      The reverse: JSON from FILE or standard input; prints hex, or base64, or writes the bytes to --out.
  im commands [--json]
      The 71 commands and pushes.
  im connect --url URL [--protocol NAME]... [--send FILE]... [--count N] [--seconds S]
      Opens a WebSocket, sends each FILE's JSON frame, prints what goes and comes, one JSON object a line.
      Ends when the server closes, after N messages, or after S seconds.
  im record --url URL --out FILE [...]
      The same, and writes a capture: one JSON object a line with time, direction, kind and bytes.
  im replay --file FILE [--url URL]
      Prints a capture decoded; with --url it sends the client's side again and prints what comes back.`;
