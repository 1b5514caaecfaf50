package words

import (
	"math"
	"os"

	"github.com/ledongthuc/pdf"
)

// A PDF places glyphs, and many contain no spaces. Glyphs belong to different words if
// they are further apart than this, in parts of the size of the font.
const (
	wordGap = 0.17
	lineGap = 0.5
)

// readPDF reads the text of a PDF, page by page.
func readPDF(content *os.File, size int64, text *sink) error {
	document, err := pdf.NewReader(content, size)
	if err != nil {
		return err
	}
	fonts := map[string]*font{}
	for number := 1; ; number++ {
		page := document.Page(number)
		if page.V.IsNull() {
			if number == 1 {
				return errUnknown
			}
			return nil
		}
		if page.V.Key("Contents").IsNull() {
			continue
		}
		p := &pageReader{fonts: fonts, available: page.Resources().Key("Font"), text: text, scale: 1}
		pdf.Interpret(page.V.Key("Contents"), p.operate)
		if p.err == nil {
			p.err = text.add('\n')
		}
		if p.err != nil {
			return p.err
		}
	}
}

// font is a font of a document: the widths of its glyphs by their codes, as far as they
// are known, and the texts that the codes stand for.
type font struct {
	source  pdf.Font
	widths  []float64
	first   int
	isWide  bool // its codes have several bytes
	decoded [256]*string
}

func newFont(value pdf.Value) *font {
	source := pdf.Font{V: value}
	return &font{source: source, widths: source.Widths(), first: source.FirstChar(), isWide: value.Key("Subtype").Name() == "Type0"}
}

// decode returns the text of one code.
func (f *font) decode(code byte) string {
	if f.decoded[code] == nil {
		text := f.source.Encoder().Decode(string([]byte{code}))
		f.decoded[code] = &text
	}
	return *f.decoded[code]
}

func (f *font) width(code byte) float64 {
	if i := int(code) - f.first; i >= 0 && i < len(f.widths) {
		return f.widths[i] / 1000
	}
	return 0
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
	text      *sink
	err       error

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
	if p.err != nil {
		panic(p.err)
	}
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
	case p.font.isWide:
		p.place(p.font.source.Encoder().Decode(raw), 0)
		return
	}
	for i := range len(raw) {
		p.place(p.font.decode(raw[i]), p.font.width(raw[i])*p.size+p.spacing)
	}
}

// place adds the text of a glyph, after a space if it stands apart from the last one.
func (p *pageReader) place(glyph string, width float64) {
	em := math.Hypot(p.at.a, p.at.b) * math.Abs(p.size)
	across, along := math.Abs(p.at.f-p.endY), p.at.e-p.endX
	if p.hasText && (across > lineGap*em || math.Abs(along) > wordGap*em) && p.err == nil {
		p.err = p.text.add(' ')
	}
	if p.err == nil {
		p.err = p.text.addAll(glyph)
	}
	p.advance(width)
	p.hasText, p.endX, p.endY = true, p.at.e, p.at.f
}
