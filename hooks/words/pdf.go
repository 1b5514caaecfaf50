package words

import (
	"math"
	"os"

	"github.com/ledongthuc/pdf"

	"deskmate/hooks/domain"
)

// A PDF places glyphs, and many contain no spaces. Glyphs belong to different words if
// they are further apart than this, in parts of the size of the font.
const (
	wordGap = 0.17
	lineGap = 0.5
)

// readPDF counts the words of a PDF, page by page.
func readPDF(content *os.File) (words int, err error) {
	info, err := content.Stat()
	if err != nil {
		return 0, err
	}
	document, err := pdf.NewReader(content, info.Size())
	if err != nil {
		return 0, err
	}
	var counter domain.WordCounter
	fonts := map[string]*font{}
	for number := 1; ; number++ {
		page := document.Page(number)
		if page.V.IsNull() {
			if number == 1 {
				return 0, errUnknown
			}
			return counter.Words, nil
		}
		if page.V.Key("Contents").IsNull() {
			continue
		}
		p := &pageReader{fonts: fonts, available: page.Resources().Key("Font"), words: &counter, scale: 1}
		pdf.Interpret(page.V.Key("Contents"), p.operate)
		counter.Add('\n')
	}
}

// font holds, by the codes of a font, the texts that they stand for and the widths of
// their glyphs as far as they are known.
type font struct {
	texts  [256]string
	widths [256]float64
	wide   *pdf.Font // a font whose codes have several bytes
}

func newFont(value pdf.Value) *font {
	source, f := &pdf.Font{V: value}, &font{}
	if value.Key("Subtype").Name() == "Type0" {
		f.wide = source
		return f
	}
	widths, first := source.Widths(), source.FirstChar()
	for code := range f.texts {
		f.texts[code] = source.Encoder().Decode(string([]byte{byte(code)}))
		if i := code - first; i >= 0 && i < len(widths) {
			f.widths[code] = widths[i] / 1000
		}
	}
	return f
}

// matrix is an affine map: x' = ax + cy + e, y' = bx + dy + f.
type matrix struct{ a, b, c, d, e, f float64 }

// moved returns the map after a step in its own coordinates.
func (m matrix) moved(x, y float64) matrix {
	m.e, m.f = m.e+m.a*x+m.c*y, m.f+m.b*x+m.d*y
	return m
}

// pageReader follows the operators of a page that place text.
type pageReader struct {
	fonts     map[string]*font
	available pdf.Value
	words     *domain.WordCounter

	font             *font
	size             float64
	scale            float64 // horizontal, 1 for 100 %
	spacing, leading float64
	line, at         matrix // where the line began, and where the next glyph goes
	hasText          bool
	endX, endY       float64 // where the last glyph ended
}

// operands returns the last numbers on the stack, in their order.
func operands(stack *pdf.Stack, count int) []float64 {
	numbers := make([]float64, count)
	for i := count - 1; i >= 0; i-- {
		numbers[i] = stack.Pop().Float64()
	}
	return numbers
}

// operate executes one operator. Operators that concern no text only clear the stack.
func (p *pageReader) operate(stack *pdf.Stack, operator string) {
	switch operator {
	case "BT":
		p.setLine(matrix{a: 1, d: 1})
	case "Tf":
		p.size = stack.Pop().Float64()
		p.setFont(stack.Pop().Name())
	case "Tc":
		p.spacing = operands(stack, 1)[0]
	case "TL":
		p.leading = operands(stack, 1)[0]
	case "Tz":
		p.scale = operands(stack, 1)[0] / 100
	case "Td", "TD":
		by := operands(stack, 2)
		if operator == "TD" {
			p.leading = -by[1]
		}
		p.setLine(p.line.moved(by[0], by[1]))
	case "Tm":
		m := operands(stack, 6)
		p.setLine(matrix{m[0], m[1], m[2], m[3], m[4], m[5]})
	case "T*":
		p.nextLine()
	case "Tj":
		p.show(stack.Pop().RawString())
	case "'", `"`:
		shown := stack.Pop().RawString()
		if operator == `"` {
			p.spacing = operands(stack, 2)[1]
		}
		p.nextLine()
		p.show(shown)
	case "TJ":
		p.showAll(stack.Pop())
	}
	for stack.Len() > 0 {
		stack.Pop()
	}
}

func (p *pageReader) setLine(m matrix) { p.line, p.at = m, m }

func (p *pageReader) nextLine() { p.setLine(p.line.moved(0, -p.leading)) }

func (p *pageReader) setFont(name string) {
	value := p.available.Key(name)
	key := value.String() // fonts of different pages are often the same
	if p.fonts[key] == nil {
		p.fonts[key] = newFont(value)
	}
	p.font = p.fonts[key]
}

// showAll shows the texts of an array, whose numbers move the glyphs between them.
func (p *pageReader) showAll(items pdf.Value) {
	for i := range items.Len() {
		if item := items.Index(i); item.Kind() == pdf.String {
			p.show(item.RawString())
		} else {
			p.advance(-item.Float64() / 1000 * p.size)
		}
	}
}

func (p *pageReader) advance(by float64) { p.at = p.at.moved(by*p.scale, 0) }

func (p *pageReader) show(raw string) {
	switch {
	case p.font == nil:
		return
	case p.font.wide != nil:
		p.place(p.font.wide.Encoder().Decode(raw), 0)
		return
	}
	for _, code := range []byte(raw) {
		p.place(p.font.texts[code], p.font.widths[code]*p.size+p.spacing)
	}
}

// place counts the text of a glyph, after a space if it stands apart from the last one.
func (p *pageReader) place(glyph string, width float64) {
	em := math.Hypot(p.at.a, p.at.b) * math.Abs(p.size)
	across, along := math.Abs(p.at.f-p.endY), p.at.e-p.endX
	if p.hasText && (across > lineGap*em || math.Abs(along) > wordGap*em) {
		p.words.Add(' ')
	}
	for _, r := range glyph {
		p.words.Add(r)
	}
	p.advance(width)
	p.hasText, p.endX, p.endY = true, p.at.e, p.at.f
}
