package domain_test

import (
	"testing"

	"deskmate/hooks/domain"
)

func TestNamesOfFilesWithContactDetailsAreRefused(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"wa.me_61412345678.txt", "draft_0412345678.txt", "0412345678_draft.txt", "whatsapp_0412345678.txt", "0412_345_678.txt",
		"insta_kimmarsh99.txt", "telegram kimmarsh.txt", "telegram_kimmarsh_final_v2.docx", "kimmarsh (fb).pdf", "kim.marsh gmail.com.txt", "kim_outlook.com_essay.pdf",
		"draft ₀₄₁₂₃₄₅₆₇₈.txt", "draft_⁰⁴¹²³⁴⁵⁶⁷⁸.txt", "essay_9876 5432.docx", "0412x345x678.pdf", "order_0412345678.docx", "order 412345678.docx",
		"robin@home.example.txt", "call 0491 570 006.txt", "essay+61 412 345 678.pdf", "s0412345678.docx", "２０２６ 0412345678.pdf",
	} {
		if len(domain.CheckDeliveredNames([]string{"essay.docx", name})) != 1 {
			t.Errorf("%q passes", name)
		}
	}
	for _, name := range []string{
		"essay_v2_2026-11-24.docx", "essay_20261124.docx", "24112026_essay.docx", "24.11.2026 essay.docx", "IMG_20261124_153000.jpg", "Screenshot 2026-11-24 at 15.30.00.png",
		"WhatsApp Image 2026-11-24 at 15.30.00.jpeg", "Order 12345678.docx", "order_no_1234567_final.pdf", "A-7F3K2M.docx", "INV-2026-0001.pdf", "PAY-2031-0001 statement.pdf",
		"MKTG2001_Assignment1_2026.docx", "COMP1234_assignment_2_2026_v3.pdf", "s1234567_essay.docx", "u7654321.pdf", "budget 2025-2026.docx", "2024_2025_2026.docx",
		"facebook_business_model.docx", "Instagram marketing.docx", "twitter_sentiment_v2.pdf", "Facebook essay final.docx", "telegram.docx", "Signal processing 2.pdf", "messenger RNA.pdf",
		"chapter_12_page_345.docx", "Essay (3).docx", "résumé_final.docx", "논문_2026.docx", "作业_20261124_第2版.docx", "E=mc² and 10⁶ cells.docx", "ISBN 978-3-16-148410-0.docx", "9780131103627_review.docx", "1,000,000 people.docx", "one.two.three.docx",
	} {
		if problems := domain.CheckDeliveredNames([]string{name}); len(problems) > 0 {
			t.Errorf("%q is refused", name)
		}
	}
}

func TestASpecializationHasNoContactDetails(t *testing.T) {
	t.Parallel()
	for specialization, passes := range map[string]bool{
		"0412_345_678": false, "telegram_kimmarsh": false, "Telegram kimmarsh": false, "insta_kimmarsh99": false, "kim gmail.com": false,
		"Law and history": true, "Node.js, C++ and SQL": true, "Social media (Facebook, TikTok)": true, "Messenger RNA": true, "19th-century art, 1850-1900": true,
	} {
		if problems := domain.CheckSpecialization(specialization); (len(problems) == 0) != passes {
			t.Errorf("%q: got %v", specialization, problems)
		}
	}
}

func TestNamesOfPeopleWithContactDetailsAreRefused(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Telegram kimmarsh", "kim.marsh gmail.com", "kim.marsh", "Kim ₀₄₁₂ ₃₄₅₆₇₈", "Kim ⁰⁴¹² ³⁴⁵⁶⁷⁸", "http://evil.example", "evil.example", "EVIL.COM", "Kim www.evil", "robin vale (fb)",
		"Ｔｅｌｅｇｒａｍ kimmarsh", "kimmarsh_insta", "Whats App Kim", "Kim @marsh", "Kim ＠marsh", "tele\u200bgram kimmarsh", "Kim 0412 345", "kim．marsh", "Kim evil。com",
	} {
		if problems := domain.CheckPersonName("name", "Name", name); len(problems) != 1 || problems[0].Message != "Name must not contain contact details" {
			t.Errorf("%q passes: %v", name, problems)
		}
	}
	for _, name := range []string{
		"Shaun O'Neil", "Shaun O’Neil", "Jean-Luc Picard", "An Ng", "Jeanne d'Arc", "Kim St. John", "Kim St.John", "kim st.john", "Robin Vale Jr.", "Robin Vale, Jr.", "J.R.R. Tolkien", "J.R.R.Tolkien", "Md.Kamal Hossain",
		"Md. Abdul Karim", "md.kamal hossain", "Dr. Nia Frost", "Nia Frost, Ph.D.", "Weixin Zhang", "王伟", "김민준", "山田 太郎", "José María Aznar", "Nguyễn Thị Minh Khai", "Żaneta Łęcka",
		"Иван Петров", "Юлия Ли", "محمد علي", "שרה לוי", "अमित शर्मा", "สมชาย ใจดี", "Søren Kierkegård", "Zoë de la Cruz", "Ludwig van der Rohe", "Björk Guðmundsdóttir", "Nuño Ñíguez",
		"X Æ A-12", "Robin Vale 3rd", "Elizabeth II", "Louis ⅩⅣ", "María-José", "Ana Sofía P. Gómez", "Abu'l-Fazl", "N'Golo Kanté", "Mary Messenger", "Will Line", "Snap Dragon", "Ada Signal", "Telegram",
		"Conan O Brien", "Al-Amin Rahman", "Muhammad bin Salman", "T. S. Eliot", "e. e. cummings", "Mt.Rose", "Li·Na", "Çağrı Öztürk", "Ştefan Țuțea", "Αλέξης Παπάς", "Com Net", "Ines Costa", "Dot Com",
	} {
		if problems := domain.CheckPersonName("name", "Name", name); len(problems) > 0 {
			t.Errorf("%q is refused", name)
		}
	}
}
